import Type, { type Static } from 'typebox';
import { Actor, type EventDefinition, type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

const Count = Type.Integer({ minimum: 0 });

/** The records that people know an account by, and that a read model lists. */
export const recordKinds = [
  'forms',
  'submissions',
  'files',
  'destinations',
  'deliveries',
  'recoveries',
  'keys',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** How many records of each kind an account had. A later release may count further kinds. */
export const RecordCounts = Type.Record(Type.String(), Count);
export type RecordCounts = Static<typeof RecordCounts>;

/**
 * The events of the stream of a closed account's erasure. The stream outlives the account, so it holds ids, numbers and times
 * alone: no name and no address.
 */
export const closingEvents = {
  /**
   * From here on the account's data is being deleted. `records` were counted right before. `closedBy`: the id of the person, the key or the
   * operator who closed it, which the account's own stream said; unknown in version 1.
   */
  AccountErasureStarted: {
    version: 2,
    schema: Type.Object({
      accountId: Type.String(),
      closedAt: Timestamp,
      closedBy: Type.Optional(Actor),
      records: RecordCounts,
      at: Timestamp,
    }),
    upcasters: { 1: (data) => ({ ...data }) },
  } satisfies EventDefinition,
  /** So many streams of the account are deleted in all: those that begin up to the log position `through`. */
  AccountErasureProgressed: v1(
    Type.Object({ streams: Count, through: Type.String({ pattern: '^\\d+$' }), at: Timestamp }),
  ),
  /** Every stream of the account has a tombstone, and every tombstone precedes this event. */
  AccountTombstoned: v1(Type.Object({ at: Timestamp })),
  /**
   * No file of the log holds its events, and no document of the read store its data. `at` is no earlier than the last write of
   * the data to the read store, by the clocks of the read store and of the eraser.
   */
  AccountScrubbed: v1(Type.Object({ at: Timestamp })),
  /** No file of the stores holds anything of the account on any member. */
  AccountErased: v1(Type.Object({ records: RecordCounts, streams: Count, at: Timestamp })),
};

export type ClosingEvent = EventOf<typeof closingEvents>;
