import Type from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

export const quotaEvents = {
  /** Requests in flight together share one reservation, hence the list. */
  SubmissionQuotaReserved: v1(Type.Object({ submissionIds: Type.Array(Type.String()), at: Timestamp })),
  SubmissionQuotaReleased: v1(Type.Object({ submissionIds: Type.Array(Type.String()), at: Timestamp })),
};

export type QuotaEvent = EventOf<typeof quotaEvents>;
