import Type, { type Static } from 'typebox';
import { FieldKind } from '../../../domain/form/field.ts';
import { submissionStatuses } from '../../../domain/submission/status.ts';
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

/** The members of submissions that were begun before they were complete, or corrected. */
const progress = {
  status: Type.Optional(
    Type.Enum(submissionStatuses, {
      description: 'Of a submission that was begun before it was complete: begun, saved since, or complete.',
    }),
  ),
  started_at: Type.Optional({ ...Timestamp, description: 'When the submission was begun.' }),
  saved_at: Type.Optional({ ...Timestamp, description: 'When the incomplete submission was last saved.' }),
  expires_at: Type.Optional({
    ...Timestamp,
    description: 'When the incomplete submission is erased, unless it is saved or completed before.',
  }),
  corrected_at: Type.Optional({ ...Timestamp, description: 'When the answers were last corrected.' }),
  corrections: Type.Optional(Type.Integer({ description: 'How often the answers were corrected.' })),
};

export const SubmissionItem = named('SubmissionSummary', {
  id: Type.String(),
  form_id: Type.String(),
  form_title: Type.String(),
  is_complete: Type.Boolean(),
  submitted_at: {
    ...Timestamp,
    description: 'When the submission was completed; of an incomplete one, when it was begun.',
  },
  ...progress,
});

const Coverage = named('SearchCoverage', {
  searched_back_to: Type.Union([Timestamp, Type.Null()], {
    description:
      'The time of the oldest submission that was searched, if this page is not full and there are older submissions: `next_cursor` ' +
      'searches them. Otherwise null.',
  }),
  long_answers_back_to: Type.Union([Timestamp, Type.Null()], {
    description:
      'Submissions before this time that have more than 16 words were searched by the words of their shorter answers. With this time ' +
      'as `until`, all words of the newest of them are searched. Null on a page that does not come to such submissions.',
  }),
});

export const SubmissionList = Type.Object(
  {
    ...Listing(SubmissionItem, '').properties,
    coverage: Type.Optional({ ...Coverage, description: 'With `search` or `answer`: how far it went.' }),
  },
  { $id: 'SubmissionSummaryList', description: 'Submissions, newest first.' },
);
export type SubmissionList = Static<typeof SubmissionList>;

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
  is_complete: Type.Optional(
    Type.Boolean({
      description:
        'True by default. With false, the submission is begun: answers may be missing, and it is completed later.',
    }),
  ),
});

const Answers = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'The answers that change. A field may be named by its key, by its id, or by a label that no other field of the form has; null clears an answer.',
});

/** The changes of a submission. */
export const SubmissionChanges = namedClosed('SubmissionChanges', {
  answers: Type.Optional(Answers),
  is_complete: Type.Optional(
    Type.Literal(true, {
      description: 'Completes the submission: all answers are checked as those of a new one.',
    }),
  ),
  correction: Type.Optional(
    namedClosed('Correction', {
      reason: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Type.Null()], {
          description: 'Why the answers are corrected. It stays in the history, and webhooks do not have it.',
        }),
      ),
    }),
  ),
});

/** An answer to a question that the form no longer has. */
export const RemovedField = named('RemovedField', {
  id: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: FieldKind,
  value: Type.Unknown(),
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
    removed_fields: Type.Optional(
      Type.Array(RemovedField, {
        description:
          'The answers to questions that were removed from the form before the submission was completed.',
      }),
    ),
    payment: Type.Optional(PaymentRecord),
  },
  { $id: 'Submission', description: 'A submission with its answers by label, and in order.' },
);
export type SubmissionRecord = Static<typeof SubmissionRecord>;

const Status = Type.Optional(
  Type.Enum(submissionStatuses, {
    description: 'Only submissions that are begun and not saved since, saved and not complete, or complete.',
  }),
);

/** Words of answers. */
export const Search = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make ' +
      'no difference. Options are found by their labels.',
  }),
);

const wholeAnswer =
  'Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, ' +
  'such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164.';
const answerOf = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,64}:[^]{1,500}$', description }));

/** The whole answer to a question. */
export const Answer = answerOf(wholeAnswer);

const AnswerInForm = answerOf(
  `${wholeAnswer} It needs \`form_id\`. A page may have few submissions or none and yet a \`next_cursor\`; \`coverage\` says how ` +
    'far it went.',
);

export const SubmissionsQuery = Type.Object(
  {
    id: Type.Optional(Id),
    form_id: Type.Optional(Id),
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    is_complete: Type.Optional(Type.Boolean()),
    status: Status,
    search: Search,
    answer: AnswerInForm,
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
    status: Status,
    search: Search,
    answer: AnswerInForm,
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    ...ofCopy,
  },
  closed,
);
