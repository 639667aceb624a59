import type { Collection } from 'mongodb';
import type { EventIdentity } from '../../log/event-log.ts';
import type { ReadStore } from '../read-store.ts';
import type { StoredPosition } from './reached-positions.ts';

/** A reader's checkpoint in the log, and its present owner. */
export interface CheckpointDocument {
  readonly _id: string;
  /** As of the acquisition of the lease; while the lease is held, its owner's session holds later positions. */
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

/** A process that is alive, for the other processes: its leases are held while it is. */
export interface SessionDocument {
  readonly _id: string;
  /** ISO 8601; after this time the process counts as dead. */
  readonly until: string;
  /** Whether the session is being ended: its process cannot write to it any more. */
  readonly ended?: true;
  /** Whether the read store is embedded in the process or its parent: the process ends with the store. */
  readonly embeds?: true;
  /** What the process reports of itself, by the names of the reports. */
  readonly reports: Readonly<Record<string, unknown>>;
  /** The positions of the checkpoints that the process owns. Missing in the sessions of earlier releases. */
  readonly positions?: readonly StoredPosition[];
}

export const checkpointsOf = (store: ReadStore): Collection<CheckpointDocument> =>
  store.named<CheckpointDocument>('_checkpoints');

export const sessionsOf = (store: ReadStore): Collection<SessionDocument> =>
  store.named<SessionDocument>('_sessions');
