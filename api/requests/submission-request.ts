import type { Static } from 'typebox';
import type { NewSubmission } from '../contract/submissions/submission-schemas.ts';

/** A request for a submission, as the command takes it. */
export const submissionRequest = ({
  form_id: formId,
  form_version: version,
  answers,
}: Static<typeof NewSubmission>) =>
  ({ formId, answers, source: 'api', ...(version !== undefined && { answered: { version } }) }) as const;
