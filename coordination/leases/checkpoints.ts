import { pause } from '../../async/pause.ts';
import type { EventIdentity } from '../../log/event-log.ts';
import type { ReadStore } from '../read-store.ts';
import { liveSessions, sessionsOf } from './session.ts';

/** A reader's checkpoint in the log, and its present owner. */
export interface CheckpointDocument {
  readonly _id: string;
  readonly position: bigint | null;
  /**
   * The last known event of the service up to the position, by which the log is recognised. Missing before the first
   * event, and in the checkpoints of earlier releases.
   */
  readonly event?: EventIdentity | null;
  /** Incremented with each new owner: writes of an earlier owner are then refused. */
  readonly epoch: number;
  /** The session of the owner; null if the lease is free. */
  readonly owner: string | null;
  /** When the lease ends, ISO 8601: only of earlier releases, whose owners renewed each lease. */
  readonly lease_until?: string;
}

/**
 * An owned checkpoint. A checkpoint that is removed and created again restarts its epochs; the owner tells
 * the two apart.
 */
export type OwnedCheckpoint = Pick<CheckpointDocument, '_id' | 'epoch' | 'owner'>;

export const checkpointsOf = (store: ReadStore) => store.named<CheckpointDocument>('_checkpoints');

/** How far a reader of the log has come. */
export interface Checkpoint {
  /** Null for the start of the log. */
  readonly position: bigint | null;
  /** The last known event of the service up to the position; null if none is known. */
  readonly event: EventIdentity | null;
}

/** Returns the existing checkpoints. */
export async function readCheckpoints(
  store: ReadStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const found = await checkpointsOf(store)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(found.map(({ _id, position, event }) => [_id, { position, event: event ?? null }]));
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
