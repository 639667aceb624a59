import Type, { type Static } from 'typebox';
import { recoverableStatuses, undeliveredStatuses } from '../delivery/decider.ts';
import { WebhookKind } from '../destination/events.ts';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** What a recovery does with each delivery. One that cancels is called a cancellation wherever people see it. */
export const recoveryActions = ['send', 'cancel'] as const;
export const RecoveryAction = Type.Enum(recoveryActions);
export type RecoveryAction = Static<typeof RecoveryAction>;

/** The deliveries that a recovery replays or cancels. */
export const RecoverySelection = Type.Object({
  /** Null for every enabled destination of the account; for a cancellation, for every destination. */
  destinationId: OrNull(Type.String()),
  /** Includes events at or after this time. */
  since: OrNull(Timestamp),
  /** Includes events at or after this log position. */
  sincePosition: OrNull(Type.String({ pattern: '^\\d+$' })),
  /** Includes events before this time; never later than the request itself. */
  until: Timestamp,
  kind: OrNull(WebhookKind),
  formId: OrNull(Type.String()),
  /** The statuses of deliveries to take; of a cancellation `pending` alone. */
  statuses: Type.Array(Type.Enum(recoverableStatuses), { minItems: 1 }),
});
export type RecoverySelection = Static<typeof RecoverySelection>;

/** A delivery's place in the order in which a recovery replays them. */
export const RecoveryPlace = Type.Object({ at: Timestamp, id: Type.String() });
export type RecoveryPlace = Static<typeof RecoveryPlace>;

/** An operator paused it, or its only destination is disabled and nothing could be sent. */
export const PauseReason = Type.Enum(['operator', 'destination_disabled']);
export type PauseReason = Static<typeof PauseReason>;

/** The request of a recovery, as the first event and each summary hold it. */
const request = {
  recoveryId: Type.String(),
  accountId: Type.String(),
  action: RecoveryAction,
  /** The reason for a cancellation, in the words of the person who requested it. */
  note: Type.Optional(Type.String()),
  selection: RecoverySelection,
  /** The number of matching deliveries at the time of the request. */
  total: Count,
  /** The highest number of deliveries in a second. */
  perSecond: Type.Number({ exclusiveMinimum: 0 }),
};

/** A recovery of version 1 sent what had ended without success. */
const sendingUndelivered = (data: Readonly<Record<string, unknown>>) => ({
  ...data,
  action: 'send',
  selection: { ...(data['selection'] as object), statuses: [...undeliveredStatuses] },
});

export const recoveryEvents = {
  RecoveryRequested: {
    version: 2,
    schema: Type.Object({ ...request, at: Timestamp }),
    upcasters: { 1: sendingUndelivered },
  },
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
      /** Deliveries that were replayed, or cancelled by a cancellation. */
      replayed: Count,
      /** Deliveries that need it no longer, or whose destination is disabled, removed or no longer wants them. */
      passedOver: Count,
      at: Timestamp,
    }),
  ),
  /**
   * The state of a running recovery without a batch in progress, so that a reader need not read the whole
   * stream.
   */
  RecoverySummarized: {
    version: 2,
    schema: Type.Object({
      ...request,
      replayed: Count,
      passedOver: Count,
      /** The number of the last batch. */
      batch: Count,
      place: OrNull(RecoveryPlace),
      requestedAt: Timestamp,
      at: Timestamp,
    }),
    upcasters: { 1: sendingUndelivered },
  },
  RecoveryPaused: v1(Type.Object({ reason: PauseReason, at: Timestamp })),
  RecoveryResumed: v1(Type.Object({ at: Timestamp })),
  RecoveryCancelled: v1(Type.Object({ at: Timestamp })),
  RecoveryCompleted: v1(Type.Object({ at: Timestamp })),
};

export type RecoveryEvent = EventOf<typeof recoveryEvents>;
