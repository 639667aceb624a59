import Type from 'typebox';
import type { EventDefinition, EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

const Submissions = Type.Object({
  submissionIds: Type.Array(Type.String()),
  /** Version 1 did not tell. */
  formId: Type.Union([Type.String(), Type.Null()]),
  at: Timestamp,
});

const v2: EventDefinition<typeof Submissions> = {
  version: 2,
  schema: Submissions,
  upcasters: { 1: (data) => ({ ...data, formId: null }) },
};

export const quotaEvents = {
  /** Submissions of one form. Requests in flight together share one reservation, hence the list. */
  SubmissionQuotaReserved: v2,
  SubmissionQuotaReleased: v2,
};

export type QuotaEvent = EventOf<typeof quotaEvents>;
