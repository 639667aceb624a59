import { form, formItem, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { OfCopyQuery } from '../values.ts';
import {
  ChangedFormOfAccount,
  FormChange,
  FormList,
  FormOfAccount,
  FormsOfAccountQuery,
  NewForm,
} from './form-schemas.ts';

const formOfAccount = { ...form, account_id: 'acme' };

/** The warnings of a change of a form that takes a question away from a destination. */
const lostQuestion = {
  warnings: [
    {
      code: 'choice_lost_question',
      message: 'Destination "CRM" no longer gets the answer to "Phone".',
      destination_id: '9pQr8StU7vWx6YzA5bCd',
      field_id: '6kLm7NoP8qRs9TuV0wXy',
    },
  ],
};

export const formOperations = operations('admin', 'admin: forms', {
  createForm: {
    route: 'POST /accounts/:id/forms',
    own: { operationId: 'createOwnForm' },
    scope: 'forms:write',
    summary: 'Create a form',
    description: 'Creates a form in any status with its fields, for an account.',
    body: NewForm,
    response: { 201: ChangedFormOfAccount },
    answer: 'The new form with its fields.',
    gives: ['X-Log-Position', 'ETag', 'Location'],
    errors: ['plan_limit_reached', 'slug_taken', 'read_model_behind'],
    examples: {
      body: { title: 'Feedback', fields: [{ label: 'E-mail', kind: 'email', required: true }] },
      answers: [formOfAccount],
    },
  },
  listFormsOfAccount: {
    route: 'GET /accounts/:id/forms',
    summary: "List an account's forms",
    description: 'Forms of any status, newest first, up to 100 a page.',
    querystring: FormsOfAccountQuery,
    response: { 200: FormList },
    gives: ['Link'],
    examples: { answers: [pageOf(formItem)] },
  },
  readForm: {
    route: 'GET /forms/:id',
    summary: 'Read a form',
    description: 'The form with its fields, its settings and the number of its submissions.',
    querystring: OfCopyQuery,
    response: { 200: FormOfAccount },
    answer: 'The form with its fields.',
    gives: ['ETag'],
    examples: { answers: [formOfAccount] },
  },
  changeFormAndFields: {
    route: 'PATCH /forms/:id',
    summary: 'Change a form',
    description:
      'Changes the members that the body gives; `fields` replaces the whole definition. Fields keep their identity by ' +
      '`id`. Earlier submissions keep the definition of their version.',
    body: FormChange,
    response: { 200: ChangedFormOfAccount },
    answer: 'The changed form with its fields.',
    takes: ['If-Match'],
    gives: ['X-Log-Position', 'ETag'],
    errors: ['plan_limit_reached', 'slug_taken', 'invalid_transition', 'precondition_failed'],
    examples: { body: { slug: 'spring' }, answers: [{ ...formOfAccount, ...lostQuestion }] },
  },
});
