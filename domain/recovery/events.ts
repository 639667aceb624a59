import Type, { type Static } from 'typebox';
import { WebhookKind } from '../destination/events.ts';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** The undelivered deliveries that a recovery replays. */
export const RecoverySelection = Type.Object({
  /** Null for every enabled destination of the account. */
  destinationId: OrNull(Type.String()),
  /** Includes events at or after this time. */
  since: OrNull(Timestamp),
  /** Includes events at or after this log position. */
  sincePosition: OrNull(Type.String({ pattern: '^\\d+$' })),
  /** Includes events before this time; never later than the request itself. */
  until: Timestamp,
  kind: OrNull(WebhookKind),
  formId: OrNull(Type.String()),
});
export type RecoverySelection = Static<typeof RecoverySelection>;

/** A delivery's place in the order in which a recovery replays them. */
export const RecoveryPlace = Type.Object({ at: Timestamp, id: Type.String() });
export type RecoveryPlace = Static<typeof RecoveryPlace>;

/** An operator paused it, or its only destination is disabled and nothing could be sent. */
export const PauseReason = Type.Enum(['operator', 'destination_disabled']);
export type PauseReason = Static<typeof PauseReason>;

export const recoveryEvents = {
  RecoveryRequested: v1(
    Type.Object({
      recoveryId: Type.String(),
      accountId: Type.String(),
      selection: RecoverySelection,
      /** The number of matching deliveries at the time of the request. */
      total: Count,
      /** The highest number of replays in a second. */
      perSecond: Type.Number({ exclusiveMinimum: 0 }),
      at: Timestamp,
    }),
  ),
  /**
   * Recorded before the deliveries are replayed, so that a process that takes over knows which may have been.
   */
  RecoveryBatchTaken: v1(
    Type.Object({
      batch: Type.Integer({ minimum: 1 }),
      deliveryIds: Type.Array(Type.String(), { minItems: 1 }),
      /** The place of the last delivery. */
      place: RecoveryPlace,
      at: Timestamp,
    }),
  ),
  RecoveryProgressed: v1(
    Type.Object({
      batch: Type.Integer({ minimum: 1 }),
      replayed: Count,
      /** Deliveries that no longer need a replay, or whose destination is disabled or removed. */
      passedOver: Count,
      at: Timestamp,
    }),
  ),
  /**
   * The state of a running recovery without a batch in progress, so that a reader need not read the whole
   * stream.
   */
  RecoverySummarized: v1(
    Type.Object({
      recoveryId: Type.String(),
      accountId: Type.String(),
      selection: RecoverySelection,
      total: Count,
      perSecond: Type.Number({ exclusiveMinimum: 0 }),
      replayed: Count,
      passedOver: Count,
      /** The number of the last batch. */
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
