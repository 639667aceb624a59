import type { DomainEvent } from '../domain/event-registry.ts';
import type { EventLog, RecordedEvent } from './event-log.ts';

/** Deciders write a summary more often than this, so that the newest events hold one. */
const newest = 200;

/**
 * The events of a stream that its state follows from, for a stream whose decider writes summaries: the last summary and
 * what came after it, or a short stream as a whole.
 * @returns null if neither is found in the newest events: the stream was written by an earlier release
 * @throws StreamErased, LogUnavailable
 */
export async function readFromSummary(
  log: Pick<EventLog, 'readPage'>,
  stream: string,
  isSummary: (event: DomainEvent) => boolean,
): Promise<readonly RecordedEvent[] | null> {
  const { events, next } = await log.readPage(stream, { direction: 'backwards', limit: newest });
  const summary = events.findIndex(({ event }) => isSummary(event));
  if (summary === -1 && next !== null) return null;
  return (summary === -1 ? [...events] : events.slice(0, summary + 1)).reverse();
}
