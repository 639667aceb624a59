import Type from 'typebox';
import { form, formId, formItem, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { ChangedForm, FormDetailsChange, FormList, FormRecord, FormsQuery } from './form-schemas.ts';

export const publicFormOperations = operations('public', 'forms', {
  listForms: {
    route: 'GET /forms',
    scope: 'forms:read',
    summary: 'List forms, or read one with its fields',
    description:
      "Without `id`: the forms of the key's account, newest first, up to 100 a page; `limit` beyond that is refused. " +
      'With `id`: that form with the definition of its fields.',
    querystring: FormsQuery,
    response: { 200: Type.Union([FormList, FormRecord]) },
    answer: 'Without `id` a page of forms, with `id` that form.',
    gives: ['Link', 'ETag'],
    errors: ['not_found'],
    examples: { answers: [pageOf(formItem), form] },
  },
  readOwnForm: {
    route: 'GET /forms/:id',
    scope: 'forms:read',
    summary: 'Read a form with its fields',
    description: "One form of the key's account, with the definition of its fields.",
    response: { 200: FormRecord },
    gives: ['ETag'],
    examples: { answers: [form] },
  },
  changeForm: {
    route: 'PATCH /forms',
    scope: 'forms:write',
    summary: "Change a form's title, description, status or fields",
    description:
      'Changes the members that the body gives. `published` and `closed` are the statuses a form can be changed to. ' +
      'Send `If-Match` with the `ETag` of the form to refuse a change over a newer revision, and an `Idempotency-Key` to ' +
      'repeat the request safely.',
    body: FormDetailsChange,
    response: { 200: ChangedForm },
    takes: ['If-Match'],
    gives: ['X-Log-Position', 'ETag'],
    errors: ['not_found', 'plan_limit_reached', 'slug_taken', 'invalid_transition', 'precondition_failed'],
    examples: { body: { id: formId, status: 'published' }, answers: [form] },
  },
});
