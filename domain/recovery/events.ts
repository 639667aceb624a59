import Type, { type Static } from 'typebox';
import { WebhookKind } from '../destination/events.ts';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** Which deliveries a recovery sends again, of those that did not arrive. */
export const RecoverySelection = Type.Object({
  /** Null: every destination of the account that is enabled. */
  destinationId: OrNull(Type.String()),
  /** Of events that happened at this moment or later. */
  since: OrNull(Timestamp),
  /** Of events at this position of the log or after it. */
  sincePosition: OrNull(Type.String({ pattern: '^\\d+$' })),
  /** Of events that happened before this moment; never later than the request itself. */
  until: Timestamp,
  kind: OrNull(WebhookKind),
  formId: OrNull(Type.String()),
});
export type RecoverySelection = Static<typeof RecoverySelection>;

/** A delivery's place in the order in which a recovery takes them. */
export const RecoveryPlace = Type.Object({ at: Timestamp, id: Type.String() });
export type RecoveryPlace = Static<typeof RecoveryPlace>;

/** An operator stopped it, or its only destination is disabled: going on would send nothing. */
export const PauseReason = Type.Enum(['operator', 'destination_disabled']);
export type PauseReason = Static<typeof PauseReason>;

export const recoveryEvents = {
  RecoveryRequested: v1(
    Type.Object({
      recoveryId: Type.String(),
      accountId: Type.String(),
      selection: RecoverySelection,
      /** How many deliveries it found when it was asked for. */
      total: Count,
      /** How many are sent again in a second at most. */
      perSecond: Type.Number({ exclusiveMinimum: 0 }),
      at: Timestamp,
    }),
  ),
  /** Told before the deliveries are sent again, so that whoever takes over knows what may have been begun. */
  RecoveryBatchTaken: v1(
    Type.Object({
      batch: Type.Integer({ minimum: 1 }),
      deliveryIds: Type.Array(Type.String(), { minItems: 1 }),
      /** The place of the last of them. */
      place: RecoveryPlace,
      at: Timestamp,
    }),
  ),
  RecoveryProgressed: v1(
    Type.Object({
      batch: Type.Integer({ minimum: 1 }),
      replayed: Count,
      /** No longer in need of it, or their destination is disabled or removed. */
      passedOver: Count,
      at: Timestamp,
    }),
  ),
  /** What the stream says so far, of a recovery that is running with no batch under way: it need not be read whole. */
  RecoverySummarized: v1(
    Type.Object({
      recoveryId: Type.String(),
      accountId: Type.String(),
      selection: RecoverySelection,
      total: Count,
      perSecond: Type.Number({ exclusiveMinimum: 0 }),
      replayed: Count,
      passedOver: Count,
      /** The number of the batch taken last. */
      batch: Count,
      place: OrNull(RecoveryPlace),
      requestedAt: Timestamp,
      at: Timestamp,
    }),
  ),
  RecoveryPaused: v1(Type.Object({ reason: PauseReason, at: Timestamp })),
  RecoveryResumed: v1(Type.Object({ at: Timestamp })),
  RecoveryCancelled: v1(Type.Object({ at: Timestamp })),
  RecoveryCompleted: v1(Type.Object({ at: Timestamp })),
};

export type RecoveryEvent = EventOf<typeof recoveryEvents>;
