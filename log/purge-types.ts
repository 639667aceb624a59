/** A member of a store whose files may still hold erased data. */
export interface PendingMember {
  /** `host:port` */
  readonly member: string;
  readonly state: 'away' | 'not ready' | 'working' | 'waiting' | 'failed';
  readonly message: string;
  /** When the member entered this state, as far as is known, ISO 8601. */
  readonly since: string;
}

/** The progress of purging deleted events from the log's files. */
export interface Purge {
  /** No file of any member holds events that were deleted before this position; -1 if nothing is known. */
  readonly cleanUpTo: bigint;
  /** The members whose files may still hold deleted events; empty once the purge is complete. */
  readonly pending: readonly PendingMember[];
}

/** A scavenge that this service started. */
export interface StartedScavenge {
  readonly id: string;
  readonly member: string;
  /** The number of the newest scavenge point on the member at the start; -1 for none. */
  readonly point: number;
  readonly at: Date;
}

/** Stores facts about the log's members outside the log, across restarts of this service. */
export interface ScavengeMemory {
  /** Returns every member ever seen, with the time at which it was last seen. */
  members(): Promise<ReadonlyMap<string, Date>>;
  recordSeen(members: readonly string[], at: Date): Promise<void>;
  startedScavenges(): Promise<readonly StartedScavenge[]>;
  recordStarted(scavenge: StartedScavenge): Promise<void>;
}
