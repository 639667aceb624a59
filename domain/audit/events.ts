import Type, { type Static } from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/** An erasure that is under way, and what is recorded of it. */
const OpenErasure = Type.Object({
  submissionId: Type.String(),
  formId: Type.String(),
  /** When it was first asked for. */
  at: Timestamp,
  deliveryIds: Type.Array(Type.String()),
  isTombstoned: Type.Boolean(),
  isScrubbed: Type.Boolean(),
});
export type OpenErasure = Static<typeof OpenErasure>;

/**
 * Facts that outlive what they speak of, in the stream `audit-{accountId}`. Nothing personal: who and what are named
 * by their ids alone.
 */
export const auditEvents = {
  /** From here on nobody is shown the submission; its events go next. */
  SubmissionErased: v1(Type.Object({ submissionId: Type.String(), formId: Type.String(), at: Timestamp })),
  DeliveryErased: v1(Type.Object({ deliveryId: Type.String(), submissionId: Type.String(), at: Timestamp })),
  /** The streams of the submission and of its deliveries are tombstoned. Every tombstone lies before this event. */
  ErasureTombstoned: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /**
   * No file of the log holds its events, and no document of the read models its answers. `at` is no earlier than the
   * last write of the answers to the read store, by the clock of the read store and by that of the eraser.
   */
  ErasureScrubbed: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /** No file of the stores holds it, on any of their members. */
  ErasureCompleted: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /** The erasures that are under way, of all that the stream says so far: it need not be read whole. */
  AuditSummarized: v1(Type.Object({ open: Type.Array(OpenErasure), at: Timestamp })),
};

export type AuditEvent = EventOf<typeof auditEvents>;
