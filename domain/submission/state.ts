import type { Payment, RefusedPayment } from './events.ts';
import type { PresentSubmission } from './present.ts';

export interface ExistingSubmission {
  readonly exists: true;
  /** As it was when it was begun or created: the same object as `present` if nothing has changed since. */
  readonly begun: PresentSubmission;
  readonly present: PresentSubmission;
  /** Whether it was not completed in time. */
  readonly isExpired: boolean;
  /** The name of the reservation under which it was completed; null before, and for one that was created in one step. */
  readonly reservation: string | null;
  /** When the links of the respondent were last revoked, ISO 8601: those that were made until then no longer work. */
  readonly linksRevokedAt: string | null;
  readonly payment: Payment | null;
  /** The recorded refusals of payments, oldest first. */
  readonly refusals: readonly RefusedPayment[];
}

export type SubmissionState = { readonly exists: false } | ExistingSubmission;

/** Whether a submission was begun, and may still be saved or completed. */
export const isOpen = (state: SubmissionState): state is ExistingSubmission =>
  state.exists && !state.present.isComplete && !state.isExpired;
