import { isOwnStream } from '../domain/stream-names.ts';
import type { EventIdentity, EventLog, LogItem } from './event-log.ts';
import { StreamErased } from './log-errors.ts';

/** The log is another one, or an earlier state, than the log that was followed before. */
export class LogDiverged extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'LogDiverged';
  }
}

/** The parts of a log that show whether it is the log that was followed before. */
export type IdentifiableLog = Pick<EventLog, 'head' | 'eventAt' | 'readEvent'>;

/**
 * Returns the identity of an item's event, by which a follower recognises the log; null for an item without a known
 * event of the service: an event store removes its own events, and others remove theirs.
 */
export function identityOf({ position, event, undecoded, passed }: LogItem): EventIdentity | null {
  const known = event ?? undecoded ?? passed;
  return known && isOwnStream(known.stream) ? { position, id: known.id, stream: known.stream } : null;
}

/** How far a follower has read the log, and the last event of the service that it knows up to there. */
export interface ReadSoFar {
  readonly position: bigint | null;
  /** Null in a checkpoint of an earlier release, or if the log held no event of the service. */
  readonly event: EventIdentity | null;
}

/**
 * Compares the log with what a follower has read of it. An event that was erased since is not missed: its stream is still
 * known as deleted, even after its files were scavenged. Without an event, only the end of the log is compared.
 * @returns null if the log continues from there; otherwise the reason why it does not
 * @throws LogUnavailable
 */
export async function divergenceOf(
  log: IdentifiableLog,
  { position, event }: ReadSoFar,
): Promise<string | null> {
  const reached = event?.position ?? position;
  if (reached === null) return null;
  const head = await log.head();
  if (head === null || head < reached) {
    const end = head === null ? 'the log is empty' : `the log ends at position ${head}`;
    return `${end}, but it was read up to position ${reached} before`;
  }
  if (!event) return null;
  const found = await log.eventAt(reached);
  if (found?.id === event.id) return null;
  if (!found && (await isErased(log, event.stream))) return null;
  return `the log has ${found ? `event ${found.id}` : 'no event'} at position ${reached}, where it had ${event.id} before`;
}

async function isErased(log: IdentifiableLog, stream: string): Promise<boolean> {
  try {
    await log.readEvent(stream, 0);
    return false;
  } catch (error) {
    if (error instanceof StreamErased) return true;
    throw error;
  }
}

/**
 * Remembers the last known event of a log, so that a process notices when the log is replaced while it runs.
 * @returns a function that compares the log with the event that it remembers, and returns why the log is not the one that
 * was there; null if it is. It then remembers the last event of the log, or `read` if that is of an event store. It throws
 * LogUnavailable
 */
export function rememberLog(log: IdentifiableLog): (read: EventIdentity | null) => Promise<string | null> {
  let known: EventIdentity | null = null;
  return async (read) => {
    const reason = known && (await divergenceOf(log, { position: known.position, event: known }));
    if (reason !== null) return reason;
    const head = await log.head();
    const last = head === null ? null : await log.eventAt(head);
    known = last && isOwnStream(last.stream) ? last : (read ?? known);
    return null;
  };
}

/** Returns the identity of the last event of the service in a batch; null if none is known. */
export function lastIdentity(items: readonly LogItem[]): EventIdentity | null {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    const identity = item ? identityOf(item) : null;
    if (identity) return identity;
  }
  return null;
}
