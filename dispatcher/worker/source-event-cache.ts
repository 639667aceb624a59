import { LRUCache } from 'lru-cache';
import { purgingExpired } from '../../async/purge-expired.ts';
import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import type { AskedQuestion } from '../../domain/form/definition.ts';
import { type EventLog, type RecordedEvent } from '../../log/event-log.ts';
import type { FormDefinitions } from '../../log/form-definitions.ts';
import { StreamErased } from '../../log/log-errors.ts';
import { type BodySource, renderBody } from './body.ts';
import { submissionAsOf } from './submission-as-of.ts';

/** The source event of a delivery. */
export interface Source {
  readonly event: RecordedEvent;
  /** The questions of the submission; none for an event without answers. */
  readonly questions: readonly AskedQuestion[];
  /** Returns the body; equal deliveries share the same bytes. */
  body(subject: DeliverySubject): Buffer;
}

/**
 * One event often goes to many destinations at once. The time to live is short, because answers are personal
 * data.
 */
const maxAgeMs = 10_000;
const cacheOptions = { max: 200, ttl: maxAgeMs };

/**
 * Opens a cache of the source events of deliveries.
 * @returns a function that returns null if the log no longer holds the event, and throws LogUnavailable
 */
export function openSourceEventCache(
  log: Pick<EventLog, 'readEvent' | 'readStream'>,
  definitions: FormDefinitions,
): (subject: DeliverySubject) => Promise<Source | null> {
  const sources = new LRUCache<string, Promise<Source | null>>(cacheOptions);
  const purgeLater = purgingExpired(sources, maxAgeMs);

  async function read({ source: { stream, revision } }: DeliverySubject): Promise<Source | null> {
    try {
      const event = await log.readEvent(stream, revision);
      if (!event) return null;
      const submission = await submissionAsOf(log, event);
      if (submission === 'missing') return null;
      const form = submission && (await definitions.of(submission.form));
      return {
        event,
        questions: form?.questions ?? [],
        body: bodiesOf({ event: event.event, submission, form }),
      };
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
    purgeLater();
    // A failure is not cached, so that the next attempt reads again.
    source.catch(() => sources.delete(name));
    return source;
  };
}

/** Renders each distinct body once: it depends on the event and these properties alone. */
function bodiesOf(source: BodySource): Source['body'] {
  const bodies = new Map<string, Buffer>();
  return (subject) => {
    const { kind, includedQuestions, includedFields = null, publicUrl, bodyVersion = 1 } = subject;
    const name = JSON.stringify([kind, includedQuestions, includedFields, publicUrl, bodyVersion]);
    const known = bodies.get(name);
    if (known) return known;
    const body = renderBody(subject, source);
    bodies.set(name, body);
    return body;
  };
}
