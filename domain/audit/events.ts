import Type, { type Static } from 'typebox';
import { type EventOf, type Upcaster, v1 } from '../event.ts';
import { SignInMethod } from '../membership/events.ts';
import { Timestamp } from '../time.ts';

const unchanged: Upcaster = (data) => ({ ...data });

/** An erasure in progress, with its recorded steps. */
const OpenErasure = Type.Object({
  submissionId: Type.String(),
  formId: Type.String(),
  /** The time of the first request. */
  at: Timestamp,
  deliveryIds: Type.Array(Type.String()),
  isTombstoned: Type.Boolean(),
  isScrubbed: Type.Boolean(),
});
export type OpenErasure = Static<typeof OpenErasure>;

/**
 * Facts that outlive their subjects, in the stream `audit-{accountId}`. They contain no personal data:
 * subjects and actors are identified by ids.
 */
export const auditEvents = {
  /** From now on the submission is not shown; its events are deleted next. Version 2 says if it had expired. */
  SubmissionErased: {
    version: 2,
    schema: Type.Object({
      submissionId: Type.String(),
      formId: Type.String(),
      /** Of a submission that was not completed in time: the id of the field that was answered last; null for none. */
      expired: Type.Optional(Type.Object({ lastFieldId: Type.Union([Type.String(), Type.Null()]) })),
      at: Timestamp,
    }),
    upcasters: { 1: unchanged },
  },
  DeliveryErased: v1(Type.Object({ deliveryId: Type.String(), submissionId: Type.String(), at: Timestamp })),
  /**
   * The streams of the submission and of its deliveries are tombstoned. Every tombstone precedes this event.
   */
  ErasureTombstoned: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /**
   * No file of the log holds its events, and no document of the read models its answers. `at` is no earlier
   * than the last write of the answers to the read store, by the clocks of the read store and of the eraser.
   */
  ErasureScrubbed: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /** No file of the stores holds it on any member. */
  ErasureCompleted: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /** A member has entered the account. `isFromElsewhere`: from a device or network that the person had not used before. */
  MemberSignedIn: v1(
    Type.Object({
      personId: Type.String(),
      method: SignInMethod,
      isFromElsewhere: Type.Boolean(),
      at: Timestamp,
    }),
  ),
  /** An operator has turned off the second factor of a member. */
  SecondFactorReset: v1(Type.Object({ personId: Type.String(), at: Timestamp })),
  /**
   * The erasures in progress at this point of the stream, so that a reader need not read the whole stream.
   */
  AuditSummarized: v1(Type.Object({ open: Type.Array(OpenErasure), at: Timestamp })),
};

export type AuditEvent = EventOf<typeof auditEvents>;
