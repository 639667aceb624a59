import Type, { type Static } from 'typebox';
import { FieldKind } from '../../../domain/form/field.ts';
import {
  closed,
  Cursor,
  defaultLimit,
  Id,
  Listing,
  named,
  namedClosed,
  ofCopy,
  PageQuery,
  Since,
  Timestamp,
  Until,
} from '../values.ts';

export const SubmissionItem = named('SubmissionSummary', {
  id: Type.String(),
  form_id: Type.String(),
  form_title: Type.String(),
  is_complete: Type.Boolean(),
  submitted_at: Timestamp,
});

export const SubmissionList = Listing(SubmissionItem, 'Submissions, newest first.');

/** An answered question. */
export const AnsweredField = named('AnsweredField', {
  id: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: FieldKind,
  value: Type.Unknown(),
  display: Type.Union([Type.String(), Type.Null()], {
    description:
      'The answer as the person saw it: labels for the values of options, yes and no in words, an amount such as ' +
      '`12.50 EUR`. Null for no answer.',
  }),
  e164: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'For the kind `phone`: the number in E.164 format, such as `+442079460000`, without its extension. A number without the ' +
        "code of its country is read by the region of the form's language, or of its time zone. Null where the number is not known.",
    }),
  ),
});

export const PaymentRecord = named('Payment', {
  id: Type.String(),
  provider: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.Literal('succeeded'),
  paid_at: Timestamp,
  field_key: Type.String(),
});

export const NewSubmission = namedClosed('NewSubmission', {
  form_id: Id,
  form_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The version of the form that was answered; the present one if absent. If the form has since changed in a way that affects the answers: 409 `form_changed`.',
    }),
  ),
  answers: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The answers. A field may be named by its key, by its id, or by a label that no other field of the form has.',
  }),
});

export const SubmissionRecord = Type.Object(
  {
    ...SubmissionItem.properties,
    created_at: Timestamp,
    source: Type.Enum(['api', 'form']),
    imported_at: Type.Optional({
      ...Timestamp,
      description: 'When the submission was imported; `submitted_at` is when it was made.',
    }),
    form_version: Type.Integer(),
    answers: Type.Record(Type.String(), Type.Unknown()),
    fields: Type.Array(AnsweredField),
    payment: Type.Optional(PaymentRecord),
  },
  { $id: 'Submission', description: 'A submission with its answers by label, and in order.' },
);
export type SubmissionRecord = Static<typeof SubmissionRecord>;

export const SubmissionsQuery = Type.Object(
  {
    id: Type.Optional(Id),
    form_id: Type.Optional(Id),
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    is_complete: Type.Optional(Type.Boolean()),
    limit: Type.Optional(
      Type.Integer({ default: defaultLimit, description: 'Values out of range become 1 or 200.' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

export const SubmissionsOfAccountQuery = Type.Object(
  {
    ...PageQuery.properties,
    form_id: Type.Optional(Id),
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    ...ofCopy,
  },
  closed,
);
