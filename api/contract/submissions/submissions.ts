import { formId, pageOf, submission, submissionItem } from '../examples.ts';
import { operations } from '../operation.ts';
import { OfCopyQuery } from '../values.ts';
import {
  NewSubmission,
  SubmissionList,
  SubmissionRecord,
  SubmissionsOfAccountQuery,
} from './submission-schemas.ts';

export const submissionOperations = operations('admin', 'admin: forms', {
  listSubmissionsOfAccount: {
    method: 'GET',
    path: '/accounts/:id/submissions',
    summary: "List an account's submissions",
    description: 'As the public list, for any account.',
    querystring: SubmissionsOfAccountQuery,
    response: { 200: SubmissionList },
    gives: ['Link'],
    errors: ['not_found'],
    examples: { answers: [pageOf(submissionItem)] },
  },
  readSubmission: {
    method: 'GET',
    path: '/submissions/:id',
    summary: 'Read a submission with its answers',
    description: 'The submission with every answer.',
    querystring: OfCopyQuery,
    response: { 200: SubmissionRecord },
    errors: ['not_found', 'erased'],
    examples: { answers: [submission] },
  },
  submitToForm: {
    method: 'POST',
    path: '/accounts/:id/submissions',
    summary: 'Submit to a published form of an account',
    description: 'As the public operation, on behalf of an account.',
    body: NewSubmission,
    response: { 201: SubmissionRecord },
    gives: ['X-Log-Position', 'Location'],
    errors: ['not_found', 'quota_exceeded', 'form_not_published', 'form_changed', 'erased'],
    examples: {
      body: { form_id: formId, answers: { email: 'ada@example.com' } },
      answers: [submission],
    },
  },
});
