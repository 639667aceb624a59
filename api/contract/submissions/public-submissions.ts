import Type from 'typebox';
import { email, formId, pageOf, phone, submission, submissionItem } from '../examples.ts';
import { operations } from '../operation.ts';
import { NewSubmission, SubmissionList, SubmissionRecord, SubmissionsQuery } from './submission-schemas.ts';

export const publicSubmissionOperations = operations('public', 'submissions', {
  listSubmissions: {
    route: 'GET /submissions',
    scope: 'submissions:read',
    summary: 'List submissions, or read one with its answers',
    description:
      "Without `id`: the submissions of the key's account, newest first. `limit` above 200 counts as 200. " +
      '`since` is inclusive, `until` is not. With `search`, a page may have few submissions or none and yet a `next_cursor`; `coverage` ' +
      'says how far the search went. It is quickest with `form_id`. With `id`: that submission with every answer.',
    querystring: SubmissionsQuery,
    response: { 200: Type.Union([SubmissionList, SubmissionRecord]) },
    answer: 'Without `id` a page of submissions, with `id` that submission.',
    gives: ['Link', 'ETag'],
    errors: ['not_found'],
    examples: { answers: [pageOf(submissionItem), submission] },
  },
  readOwnSubmission: {
    route: 'GET /submissions/:id',
    scope: 'submissions:read',
    summary: 'Read a submission with its answers',
    description: 'The submission with every answer.',
    response: { 200: SubmissionRecord },
    gives: ['ETag'],
    examples: { answers: [submission] },
  },
  createSubmission: {
    route: 'POST /submissions',
    scope: 'submissions:write',
    summary: 'Submit to a published form',
    description:
      'Answers are named by the keys of the fields. Every problem of the answers is named in one response. The submission is ' +
      'stored durably before the response; webhooks follow. It belongs to the version of the form that `form_version` names. With `is_complete: false` the submission is begun: answers may be missing, no webhook follows, and it is ' +
      'completed by a change, or erased when it expires. With an `Idempotency-Key` a repeated request gets the first response.',
    body: NewSubmission,
    response: { 201: SubmissionRecord },
    gives: ['X-Log-Position', 'Location'],
    errors: ['not_found', 'quota_exceeded', 'form_not_published', 'form_changed', 'erased'],
    examples: {
      body: { form_id: formId, form_version: 1, answers: { email, phone } },
      answers: [submission],
    },
  },
});
