import Type, { type Static } from 'typebox';
import { FieldKind } from '../../domain/form/field.ts';
import { answersByLabel } from '../../domain/submission/answers-by-label.ts';
import type { Payment, RecordedAnswer } from '../../domain/submission/events.ts';
import type { SubmissionSummary, SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import { Listing, Timestamp } from '../requests/schemas.ts';

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

export const SubmissionRecord = Type.Object(
  {
    ...SubmissionItem.properties,
    created_at: Timestamp,
    source: Type.Enum(['api', 'form']),
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

export const submissionRecord = (submission: SubmissionView): SubmissionRecord => ({
  ...submissionItem(submission),
  created_at: submission.created_at,
  source: submission.source,
  form_version: submission.form_version,
  ...answered(submission.answers),
  ...(submission.payment && { payment: paymentRecord(submission.payment) }),
});

const answered = (answers: readonly RecordedAnswer[]) => ({
  answers: answersByLabel(answers),
  fields: answers.map(({ fieldId: id, key, label, kind, value }) => ({ id, key, label, kind, value })),
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
