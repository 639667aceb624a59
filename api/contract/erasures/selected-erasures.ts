import Type from 'typebox';
import { submissionStatuses } from '../../../domain/submission/status.ts';
import { originChoices } from '../../../projections/read-models/submissions/queries.ts';
import { at, formId } from '../examples.ts';
import { operations } from '../operation.ts';
import { Answer, Search } from '../submissions/submission-schemas.ts';
import { closed, Id, named, namedClosed, Nullable, Since, Timestamp, Until } from '../values.ts';

/** The filters of the submissions to a form; those of the list in the console. */
const filters = {
  since: Type.Optional(Since),
  until: Type.Optional(Until),
  status: Type.Optional(
    Type.Enum([...submissionStatuses, 'incomplete'], {
      description:
        'Only submissions that are begun and not saved since, saved and not complete, or complete; `incomplete` for begun or saved.',
    }),
  ),
  source: Type.Optional(
    Type.Enum(originChoices, { description: 'Only submissions from the public form, the API or an import.' }),
  ),
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only submissions to this version of the form.' }),
  ),
  search: Search,
  answer: Answer,
};

const AskedAt = {
  ...Timestamp,
  description: 'The moment of the selection: submissions that arrive or change later are not erased.',
};

const Place = {
  after_id: Nullable(Type.String()),
  after_submitted_at: Nullable(Type.String({ format: 'date-time' })),
};

export const SelectedForErasure = named('SelectedForErasure', {
  form_id: Type.String(),
  form_title: Type.String(),
  count: Type.Integer({ description: 'Without the submissions whose erasure has begun.' }),
  is_least: Type.Boolean({
    description:
      'Whether there may be more: conditions on answers, source and version are counted for two seconds.',
  }),
  asked_at: AskedAt,
});

export const ErasureStep = named('ErasureStep', {
  form_id: Type.String(),
  erased: Type.Integer({ description: 'The submissions that this request erased.' }),
  is_done: Type.Boolean({ description: 'Whether no selected submission is left.' }),
  is_waiting: Type.Boolean({
    description:
      'Whether earlier erasures of the account have to end first: at most 2,000 are in progress at a time.',
  }),
  asked_at: AskedAt,
  ...Place,
});

const NextErasures = namedClosed('NextErasures', {
  ...filters,
  asked_at: Type.Optional(AskedAt),
  after_id: Type.Optional(Id),
  after_submitted_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'With after_id, the place where the response before this request ended.',
    }),
  ),
});

export const selectedErasureOperations = operations('admin', 'admin: forms', {
  countSelectedForErasure: {
    route: 'GET /forms/:id/erasures',
    summary: 'Count the submissions that an erasure would take',
    description:
      'The submissions to a form that satisfy all filters; without filters all of them, whatever their status. Nothing is erased.',
    querystring: Type.Object(filters, closed),
    response: { 200: SelectedForErasure },
    answer: 'How many submissions are selected.',
    examples: {
      answers: [{ form_id: formId, form_title: 'Feedback', count: 231, is_least: false, asked_at: at }],
    },
  },
  eraseSelected: {
    route: 'POST /forms/:id/erasures',
    summary: 'Erase the next of the selected submissions permanently',
    description:
      'Erases some of the submissions that satisfy all filters, oldest first, for about a second. This cannot be undone. Send the ' +
      'request again with `asked_at`, `after_id` and `after_submitted_at` of the response until `is_done`. Submissions whose erasure ' +
      'has begun are passed over, so that a request can be repeated, also without a place.',
    body: NextErasures,
    response: { 200: ErasureStep },
    answer: 'How many submissions this request erased, and where the next one goes on.',
    gives: ['X-Log-Position'],
    examples: {
      body: { status: 'incomplete', until: at },
      answers: [
        {
          form_id: formId,
          erased: 150,
          is_done: false,
          is_waiting: false,
          asked_at: at,
          after_id: '7nWq2HpX5jRf8gTz3LdE',
          after_submitted_at: at,
        },
      ],
    },
  },
});
