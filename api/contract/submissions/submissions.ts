import { at, email, formId, pageOf, submission, submissionItem } from '../examples.ts';
import { operations } from '../operation.ts';
import { OfCopyQuery } from '../values.ts';
import {
  NewSubmission,
  SubmissionChanges,
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
    gives: ['ETag'],
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
  changeSubmission: {
    route: 'PATCH /submissions/:id',
    own: {
      operationId: 'changeOwnSubmission',
      errors: ['not_found', 'quota_exceeded', 'conflict', 'form_not_published', 'precondition_failed'],
    },
    scope: 'submissions:write',
    summary: 'Save, complete or correct a submission',
    description:
      'Merges `answers` into those of a submission that was begun with `is_complete: false`, which moves `expires_at`. With ' +
      '`is_complete: true` all answers are checked as those of a new submission; it then counts in the quota, and webhooks follow. If the ' +
      'fields of the form have changed since it was begun, the answers are those of the present fields, and answers to removed ones move to ' +
      '`removed_fields`. A complete submission is changed with `correction` alone, and every earlier answer stays in its history.',
    body: SubmissionChanges,
    response: { 200: SubmissionRecord },
    takes: ['If-Match'],
    gives: ['X-Log-Position', 'ETag'],
    errors: ['quota_exceeded', 'conflict', 'form_not_published', 'precondition_failed', 'erased'],
    examples: {
      body: { answers: { email }, correction: { reason: 'A typing error' } },
      answers: [{ ...submission, corrected_at: at, corrections: 1 }],
    },
  },
});
