import { pause } from '../../async/pause.ts';
import type { ReadStore } from '../read-store.ts';
import { type CheckpointDocument, checkpointsOf, sessionsOf } from './lease-documents.ts';
import type { Checkpoint } from './reached-positions.ts';
import { liveSessions } from './session.ts';

/**
 * Returns the existing checkpoints. Processes that own checkpoints store their positions with their sessions, which are
 * read first: a session that ends has moved its positions into its checkpoints.
 */
export async function readCheckpoints(
  store: ReadStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const sessions = await sessionsOf(store)
    .find({}, { projection: { positions: 1 } })
    .toArray();
  const found = await checkpointsOf(store)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  const inSession = ({ _id, owner }: CheckpointDocument) =>
    sessions.find((session) => session._id === owner)?.positions?.find(({ id }) => id === _id);
  return new Map(
    found.map((checkpoint) => {
      const { position, event } = inSession(checkpoint) ?? checkpoint;
      return [checkpoint._id, { position, event: event ?? null }];
    }),
  );
}

/** Returns the positions of existing checkpoints; null for a checkpoint that has not moved yet. */
export async function readPositions(
  store: ReadStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  const found = await readCheckpoints(store, ids);
  return new Map([...found].map(([id, { position }]) => [id, position]));
}

/** Returns the ids of those checkpoints whose lease is held, by this machine's clock. */
export async function readHeld(store: ReadStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const owned = await checkpointsOf(store)
    .find({ _id: { $in: [...ids] }, owner: { $ne: null } })
    .toArray();
  const owners = owned.flatMap(({ owner }) => owner ?? []);
  const alive = new Set(owners.length > 0 ? (await liveSessions(store, owners)).map(({ _id }) => _id) : []);
  const isHeld = (checkpoint: CheckpointDocument) =>
    isHeldByEarlierRelease(checkpoint) || alive.has(checkpoint.owner ?? '');
  return new Set(owned.filter(isHeld).map(({ _id }) => _id));
}

/**
 * Whether work under a lease has ended: the lease was released, or is not renewed for its whole duration. The
 * renewals are polled, so that clocks of other machines do not matter. A lease that was never acquired
 * counts as not renewed.
 * @param leaseMs how long a lease lasts
 */
export async function isAbandoned(store: ReadStore, id: string, leaseMs: number): Promise<boolean> {
  const before = await renewalOf(store, id);
  if (before.isReleased) return true;
  const until = performance.now() + leaseMs;
  const never = new AbortController().signal;
  while (performance.now() < until) {
    await pause(leaseMs / 10, never);
    const now = await renewalOf(store, id);
    if (now.epoch !== before.epoch || now.until !== before.until) return false;
  }
  return true;
}

/** Returns the owner's last renewal of a lease. */
async function renewalOf(store: ReadStore, id: string) {
  const checkpoint = await checkpointsOf(store).findOne({ _id: id });
  const { owner = null, epoch = 0 } = checkpoint ?? {};
  const session = owner === null ? null : await sessionsOf(store).findOne({ _id: owner });
  return {
    epoch,
    isReleased: epoch > 0 && owner === null,
    until: session?.until ?? checkpoint?.lease_until ?? null,
  };
}

/** Earlier releases renewed each lease in its checkpoint. */
export const isHeldByEarlierRelease = ({ lease_until: until = '' }: CheckpointDocument): boolean =>
  until > new Date().toISOString();
