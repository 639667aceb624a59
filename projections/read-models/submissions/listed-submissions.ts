import type { SubmissionStatus } from '../../../domain/submission/status.ts';
import type { PageRequest } from '../../queries/keyset.ts';
import type { SubmissionDocument } from './document.ts';

/** The fields of a document that a list shows, and those that name the form. */
export const listedFields = {
  form_id: 1,
  form_revision: 1,
  form_definition: 1,
  form_title: 1,
  is_complete: 1,
  submitted_at: 1,
  started_at: 1,
  saved_at: 1,
  expires_at: 1,
  corrected_at: 1,
  corrections: 1,
} as const;
export type Listed = Pick<SubmissionDocument, Extract<keyof typeof listedFields, keyof SubmissionDocument>>;

export interface SubmissionFilter extends PageRequest {
  readonly formId?: string | undefined;
  /** Includes submissions at or after this time, ISO 8601. */
  readonly since?: string | undefined;
  /** Includes submissions before this time, ISO 8601. */
  readonly until?: string | undefined;
  readonly isComplete?: boolean | undefined;
  readonly status?: SubmissionStatus | undefined;
}

/** The condition that a filter puts on the progress of submissions. */
export const ofProgress = ({ isComplete, status }: Pick<SubmissionFilter, 'isComplete' | 'status'>) => ({
  is_complete: { $in: completeness({ isComplete, status }) },
  ...(status === 'begun' && { saved_at: { $exists: false } }),
  ...(status === 'saved' && { saved_at: { $exists: true } }),
});

/** The values of `is_complete` that a filter lists; none if its members contradict each other. */
const completeness = ({ isComplete, status }: Pick<SubmissionFilter, 'isComplete' | 'status'>): boolean[] =>
  [true, false].filter(
    (one) =>
      (isComplete === undefined || isComplete === one) &&
      (status === undefined || (status === 'complete') === one),
  );
