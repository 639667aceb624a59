import type { Lease } from '../../coordination/leases/lease.ts';
import { isOwnStream } from '../../domain/stream-names.ts';
import { divergenceOf, type IdentifiableLog, LogDiverged } from '../../log/continuity.ts';

/**
 * Returns the position after which a follower continues, null for the start of the log, if this is the log that it
 * followed. The follower continues after the event that it recognised, not after its checkpoint: positions beyond that
 * event held nothing of the service, and may hold something of it in a log that was restored.
 *
 * A checkpoint of an earlier release names no event. It is accepted unless the log ends before it, and gets its event.
 * @throws LogDiverged if the log does not continue from the checkpoint; Fenced; LogUnavailable
 */
export async function resumeAfter(log: IdentifiableLog, lease: Lease): Promise<bigint | null> {
  const { position, event } = lease;
  const reason = await divergenceOf(log, lease);
  if (reason !== null) throw new LogDiverged(reason);
  if (event || position === null) return event?.position ?? null;
  const found = await log.eventAt(position);
  if (found && isOwnStream(found.stream)) {
    lease.advance(position, 'soon', found);
    await lease.save();
  }
  return position;
}
