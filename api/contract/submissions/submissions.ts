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
    route: 'GET /accounts/:id/submissions',
    summary: "List an account's submissions",
    description: 'The public list, for any account.',
    querystring: SubmissionsOfAccountQuery,
    response: { 200: SubmissionList },
    gives: ['Link'],
    examples: { answers: [pageOf(submissionItem)] },
  },
  readSubmission: {
    route: 'GET /submissions/:id',
    summary: 'Read a submission with its answers',
    description: 'The submission with every answer.',
    querystring: OfCopyQuery,
    response: { 200: SubmissionRecord },
    errors: ['erased'],
    examples: { answers: [submission] },
  },
  submitToForm: {
    route: 'POST /accounts/:id/submissions',
    summary: 'Submit to a published form of an account',
    description: 'The public operation, on behalf of an account.',
    body: NewSubmission,
    response: { 201: SubmissionRecord },
    gives: ['X-Log-Position', 'Location'],
    errors: ['quota_exceeded', 'form_not_published', 'form_changed', 'erased'],
    examples: {
      body: { form_id: formId, answers: { email: 'ada@example.com' } },
      answers: [submission],
    },
  },
});
