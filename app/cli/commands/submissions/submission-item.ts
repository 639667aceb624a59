import * as contract from '../../../../api/contract/submissions/submission-schemas.ts';
import { response } from '../../client/response-schema.ts';

/** A submission in a list. */
export const SubmissionItem = response(
  contract.SubmissionItem,
  'id',
  'form_id',
  'form_title',
  'submitted_at',
);
