import { LRUCache } from 'lru-cache';
import type { DeliverySubject } from '../domain/delivery/events.ts';
import type { EventLog, RecordedEvent } from '../log/event-log.ts';
import { SourceMissing } from './body.ts';

/** What a delivery tells of, as the log holds it. */
export interface Source {
  readonly told: RecordedEvent;
  /** The first event of the same stream. */
  readonly first: RecordedEvent;
}

/** One event often goes to many destinations at once; kept short, since what it says is personal. */
const kept = { max: 200, ttl: 10_000 };

/** Reads the events that deliveries tell of. @throws SourceMissing, LogUnavailable */
export function openSources(log: Pick<EventLog, 'readEvent'>): (subject: DeliverySubject) => Promise<Source> {
  const sources = new LRUCache<string, Promise<Source>>(kept);

  async function read(subject: DeliverySubject): Promise<Source> {
    const { stream, revision } = subject.source;
    const told = await log.readEvent(stream, revision);
    const first = revision === 0 ? told : await log.readEvent(stream, 0);
    if (!told || !first) throw new SourceMissing(subject);
    return { told, first };
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
