import { counted } from '../check.ts';
import type { AssignmentEvent, QuotaEvent } from '../quota/events.ts';
import { say, type Sentence } from './sentence.ts';

const submissions = (count: number): string => counted(count, 'submission');

export function quotaSentence(event: QuotaEvent): Sentence {
  switch (event.type) {
    case 'SubmissionQuotaReserved':
      return say`The month's quota reserved ${submissions(event.data.submissionIds.length)} in advance.`;
    case 'SubmissionQuotaReleased':
      return say`The month's quota got ${submissions(event.data.submissionIds.length)} back.`;
    case 'SubmissionQuotaSettled':
      return say`${counted(event.data.reservations.length, 'reservation')} of the month's quota ended, and it got ${submissions(event.data.submissionIds.length)} back.`;
    case 'SubmissionQuotaCounted':
      return say`The month's quota was counted: ${submissions(event.data.used)} used.`;
    default:
      return event satisfies never;
  }
}

export function assignmentSentence(event: AssignmentEvent): Sentence {
  switch (event.type) {
    case 'SubmissionPlacesAssigned':
      return say`${counted(event.data.assignments.length, 'reserved place')} of the month's quota went to submissions.`;
    case 'SubmissionLeaseClosed':
      return say`No more places of a reservation of the month's quota are given out.`;
    default:
      return event satisfies never;
  }
}
