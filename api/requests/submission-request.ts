import type { Static } from 'typebox';
import type { NewSubmission, SubmissionChanges } from '../contract/submissions/submission-schemas.ts';
import { invalidRequest, wrongTogether } from '../errors/errors.ts';

/** A request for a submission, as the command takes it. */
export const submissionRequest = ({
  form_id: formId,
  form_version: version,
  is_complete: isComplete = true,
  answers,
}: Static<typeof NewSubmission>) =>
  ({
    formId,
    answers,
    isPartial: !isComplete,
    source: 'api',
    ...(version !== undefined && { answered: { version } }),
  }) as const;

/**
 * A request for a change of a submission, as the command takes it.
 * @throws ApiError `invalid_request` for a change of nothing, and for a correction of nothing or together with a completion
 */
export function submissionChange({
  answers,
  is_complete: isComplete,
  correction,
}: Static<typeof SubmissionChanges>) {
  if (answers === undefined && isComplete === undefined)
    throw invalidRequest('The request changes nothing.', [
      { path: '/answers', code: 'required', message: 'Must have answers, or is_complete.' },
    ]);
  if (correction && isComplete)
    throw wrongTogether(
      'A correction changes a submission that is complete.',
      ['is_complete', 'correction'],
      'body',
    );
  return {
    ...(answers && { answers }),
    ...(isComplete && { isComplete }),
    ...(correction && { correction: { reason: correction.reason ?? null, by: 'owner' } as const }),
  };
}
