import { LRUCache } from 'lru-cache';
import type { DeliverySubject } from '../../domain/delivery/events.ts';
import { StreamErased, type EventLog, type RecordedEvent } from '../../log/event-log.ts';
import { renderBody } from './body.ts';

/** What a delivery tells of, as the log holds it. */
export interface Source {
  readonly told: RecordedEvent;
  /** The same bytes for every delivery that says the same of it. */
  body(subject: DeliverySubject): Buffer;
}

/** One event often goes to many destinations at once; kept short, since what it says is personal. */
const kept = { max: 200, ttl: 10_000 };

/**
 * Reads the events that deliveries tell of.
 * @returns a function that answers null for what the log does not hold any more, and throws LogUnavailable
 */
export function openSourceEventCache(
  log: Pick<EventLog, 'readEvent'>,
): (subject: DeliverySubject) => Promise<Source | null> {
  const sources = new LRUCache<string, Promise<Source | null>>(kept);

  async function read({ source: { stream, revision } }: DeliverySubject): Promise<Source | null> {
    try {
      const told = await log.readEvent(stream, revision);
      const first = revision === 0 ? told : await log.readEvent(stream, 0);
      return told && first && { told, body: bodiesOf(told, first) };
    } catch (error) {
      if (error instanceof StreamErased) return null;
      throw error;
    }
  }

  return (subject) => {
    const name = `${subject.source.revision}@${subject.source.stream}`;
    const known = sources.get(name);
    if (known) return known;
    const source = read(subject);
    sources.set(name, source);
    // A failure is not kept: the next attempt asks again.
    source.catch(() => sources.delete(name));
    return source;
  };
}

/** Renders each body once: what it says of an event depends on these three alone. */
function bodiesOf(told: RecordedEvent, first: RecordedEvent): Source['body'] {
  const bodies = new Map<string, Buffer>();
  return (subject) => {
    const { kind, includedQuestions, publicUrl } = subject;
    const name = JSON.stringify([kind, includedQuestions, publicUrl]);
    const known = bodies.get(name);
    if (known) return known;
    const body = renderBody(subject, { event: told.event, first: first.event });
    bodies.set(name, body);
    return body;
  };
}
