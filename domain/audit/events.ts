import Type from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/**
 * Facts that outlive what they speak of, in the stream `audit-{accountId}`. Nothing personal: who and what are named
 * by their ids alone.
 */
export const auditEvents = {
  /** From here on nobody is shown the submission; its events go next. */
  SubmissionErased: v1(Type.Object({ submissionId: Type.String(), formId: Type.String(), at: Timestamp })),
  DeliveryErased: v1(Type.Object({ deliveryId: Type.String(), submissionId: Type.String(), at: Timestamp })),
  /** The events are gone from the log, and the stores have been asked to rid their files of them, and have done so. */
  ErasureCompleted: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
};

export type AuditEvent = EventOf<typeof auditEvents>;
