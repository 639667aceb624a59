import Type from 'typebox';
import { at, email, formId, pageOf, submission, submissionItem } from '../examples.ts';
import { operations } from '../operation.ts';
import { OfCopyQuery, Timestamp } from '../values.ts';
import {
  NewSubmission,
  SubmissionChanges,
  SubmissionList,
  SubmissionRecord,
  SubmissionsOfAccountQuery,
} from './submission-schemas.ts';

export const RevokedLinks = Type.Object(
  {
    id: Type.String(),
    links_revoked_at: Type.Union([Timestamp, Type.Null()], {
      description: 'Links that were made until then do not work. Null for a submission that is not complete.',
    }),
  },
  { $id: 'RevokedLinks', description: 'Since when the links to the submission do not work.' },
);

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
  revokeLinks: {
    route: 'POST /submissions/:id/revoke-links',
    own: { operationId: 'revokeOwnLinks', errors: ['not_found'] },
    scope: 'submissions:write',
    summary: "Revoke the respondent's links to a submission",
    description:
      'The links with which the respondent can correct the submission no longer work. Links that are made later do. A submission ' +
      'that is not complete has no links, and stays as it is.',
    response: { 200: RevokedLinks },
    gives: ['X-Log-Position'],
    errors: ['erased'],
    examples: { answers: [{ id: submission.id, links_revoked_at: at }] },
  },
});
