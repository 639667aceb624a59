import type { DomainEvent } from '../domain/event-registry.ts';
import type { EventLog, RecordedEvent } from './event-log.ts';

/** Deciders write summaries more often than this, so that the newest events contain one. */
const newestCount = 200;

/**
 * Returns the events that determine a stream's state, for a stream whose decider writes summaries: the last
 * summary and later events, or all events of a short stream.
 * @returns null if the newest events contain neither: an earlier release wrote the stream
 * @throws StreamErased, LogUnavailable
 */
export async function readFromSummary(
  log: Pick<EventLog, 'readPage'>,
  stream: string,
  isSummary: (event: DomainEvent) => boolean,
): Promise<readonly RecordedEvent[] | null> {
  const { events, next } = await log.readPage(stream, { direction: 'backwards', limit: newestCount });
  const summary = events.findIndex(({ event }) => isSummary(event));
  if (summary === -1 && next !== null) return null;
  return (summary === -1 ? [...events] : events.slice(0, summary + 1)).reverse();
}
