import type { ReadStore } from '../read-store.ts';
import { checkpointsOf, sessionsOf } from './lease-documents.ts';

const isOver = (until: string): boolean => until <= new Date().toISOString();

/**
 * Ends a session: its process can no longer write to it, its positions move into its checkpoints, and its leases are
 * free. An end that was interrupted is completed by the next call.
 * @param until ends the session only if it has not been renewed since
 * @returns whether the session has ended
 */
export async function endSession(store: ReadStore, id: string, until?: string): Promise<boolean> {
  const sessions = sessionsOf(store);
  const ended = await sessions.findOneAndUpdate(
    { _id: id, ...(until !== undefined && { until }) },
    { $set: { ended: true } },
    { returnDocument: 'after' },
  );
  if (!ended) return (await sessions.findOne({ _id: id })) === null;
  const moves = (ended.positions ?? []).map(({ id: _id, position, event }) => ({
    updateOne: { filter: { _id, owner: id }, update: { $set: { position, event } } },
  }));
  if (moves.length > 0) await checkpointsOf(store).bulkWrite(moves, { ordered: false });
  await sessions.deleteOne({ _id: id });
  return true;
}

/**
 * Ends a session whose time is over, so that its process cannot renew it any more.
 * @returns whether the session has ended; false if its process is alive
 */
export async function endIfDead(store: ReadStore, id: string): Promise<boolean> {
  const session = await sessionsOf(store).findOne({ _id: id });
  if (!session) return true;
  if (!session.ended && !isOver(session.until)) return false;
  return endSession(store, id, session.until);
}
