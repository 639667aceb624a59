import Type, { type Static } from 'typebox';
import { FieldKind } from '../../domain/form/field.ts';
import { answersByLabel, distinctNames } from '../../domain/submission/answers-by-label.ts';
import { answersInOrder } from '../../domain/submission/answers-in-order.ts';
import type { Payment } from '../../domain/submission/events.ts';
import type { DisplayedAnswer } from '../../domain/submission/labelled.ts';
import type { SubmissionSummary, SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import { closed, Id, Listing, Timestamp } from '../requests/schemas.ts';

const SubmissionItem = Type.Object({
  id: Type.String(),
  form_id: Type.String(),
  form_title: Type.String(),
  is_complete: Type.Boolean(),
  submitted_at: Timestamp,
});

export const SubmissionList = Listing(SubmissionItem, 'Submissions, newest first.');

/** An answered question. */
export const AnsweredField = Type.Object({
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
        'Of kind `phone`: the number in the form of E.164, such as `+442079460000`, without its extension. A number without the ' +
        "code of its country is read by the region of the form's language, or of its time zone. Null where the number is not known.",
    }),
  ),
});

export const PaymentRecord = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.Literal('succeeded'),
  paid_at: Timestamp,
  field_key: Type.String(),
});

export const NewSubmission = Type.Object(
  {
    form_id: Id,
    form_version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The version of the form that was answered; the present one if absent. If the form has changed since in a way that matters to the answers: 409 `form_changed`.',
      }),
    ),
    answers: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The answers. A field may be named by its key, by its id, or by a label that no other field of the form has.',
    }),
  },
  closed,
);

/** A request for a submission, as the command takes it. */
export const submissionRequest = ({
  form_id: formId,
  form_version: version,
  answers,
}: Static<typeof NewSubmission>) =>
  ({ formId, answers, source: 'api', ...(version !== undefined && { answered: { version } }) }) as const;

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
  { description: 'A submission with its answers by label, and in order.' },
);
type SubmissionRecord = Static<typeof SubmissionRecord>;

export const submissionItem = (submission: SubmissionSummary): Static<typeof SubmissionItem> => ({
  id: submission.id,
  form_id: submission.form_id,
  form_title: submission.form_title,
  is_complete: submission.is_complete,
  submitted_at: submission.submitted_at,
});

const submissionRecord = (submission: SubmissionView): SubmissionRecord => ({
  ...submissionItem(submission),
  created_at: submission.created_at,
  source: submission.source,
  ...(submission.imported_at !== undefined && { imported_at: submission.imported_at }),
  form_version: submission.form_version,
  ...answered(submission.answers),
  ...(submission.payment && { payment: paymentRecord(submission.payment) }),
});

/** The JSON of a submission, with the answers in the form's order. */
export function submissionJson(submission: SubmissionView): string {
  const record = submissionRecord(submission);
  return answersInOrder(record, distinctNames(record.fields));
}

const answered = (answers: readonly DisplayedAnswer[]) => ({
  answers: answersByLabel(answers),
  fields: answers.map(answeredField),
});

const answeredField = ({
  fieldId: id,
  key,
  label,
  kind,
  value,
  display,
  e164,
}: DisplayedAnswer): Static<typeof AnsweredField> => ({
  id,
  key,
  label,
  kind,
  value,
  display,
  ...(e164 !== undefined && { e164 }),
});

export const paymentRecord = (payment: Payment): Static<typeof PaymentRecord> => ({
  id: payment.id,
  provider: payment.provider,
  amount: payment.amount,
  currency: payment.currency,
  status: 'succeeded',
  paid_at: payment.paidAt,
  field_key: payment.fieldKey,
});
