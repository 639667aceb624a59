import type { Static } from 'typebox';
import type { RecordedAnswer } from '../../domain/submission/answered-form.ts';
import { answersByLabel, distinctNames } from '../../domain/submission/answers-by-label.ts';
import { answersInOrder } from '../../domain/submission/answers-in-order.ts';
import type { Payment } from '../../domain/submission/events.ts';
import type { DisplayedAnswer } from '../../domain/submission/labelled.ts';
import type { SubmissionSummary, SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import type {
  AnsweredField,
  PaymentRecord,
  RemovedField,
  SubmissionItem,
  SubmissionRecord,
} from '../contract/submissions/submission-schemas.ts';
import { withLinks } from './files.ts';

/** Returns the link to a file by its id. */
export type LinkOf = (fileId: string) => string;

export const submissionItem = (submission: SubmissionSummary): Static<typeof SubmissionItem> => ({
  id: submission.id,
  form_id: submission.form_id,
  form_title: submission.form_title,
  is_complete: submission.is_complete,
  submitted_at: submission.submitted_at,
  ...progressOf(submission),
});

/** The members of a submission that was begun before it was complete, or corrected; none of any other. */
export const progressOf = ({
  is_complete: isComplete,
  started_at,
  saved_at,
  expires_at,
  corrected_at,
  corrections,
}: Pick<SubmissionSummary, 'is_complete' | ProgressMember>): Progress => ({
  ...(started_at !== undefined && {
    status: isComplete ? 'complete' : saved_at === undefined ? 'begun' : 'saved',
  }),
  ...(started_at !== undefined && { started_at }),
  ...(saved_at !== undefined && { saved_at }),
  ...(expires_at !== undefined && { expires_at }),
  ...(corrected_at !== undefined && { corrected_at }),
  ...(corrections !== undefined && { corrections }),
});

type ProgressMember = 'started_at' | 'saved_at' | 'expires_at' | 'corrected_at' | 'corrections';
type Progress = Pick<Static<typeof SubmissionItem>, 'status' | ProgressMember>;

const submissionRecord = (
  submission: SubmissionView,
  linked: <T extends Linkable>(answer: T) => T,
): SubmissionRecord => ({
  ...submissionItem(submission),
  created_at: submission.created_at,
  source: submission.source,
  ...(submission.imported_at !== undefined && { imported_at: submission.imported_at }),
  form_version: submission.form_version,
  ...answered(submission.answers.map(linked)),
  ...(submission.removed !== undefined && {
    removed_fields: submission.removed.map((answer) => removedField(linked(answer))),
  }),
  ...(submission.payment && { payment: paymentRecord(submission.payment) }),
});

/**
 * The JSON of a submission, with the answers in the form's order.
 * @param member the name of the link to a file
 */
export function submissionJson(
  submission: SubmissionView,
  linkOf: LinkOf,
  member: 'url' | 'path' = 'url',
): string {
  const record = submissionRecord(submission, (answer) => linked(answer, linkOf, member));
  return answersInOrder(record, distinctNames(record.fields));
}

type Linkable = Pick<DisplayedAnswer, 'kind' | 'value'>;

const linked = <T extends Linkable>(answer: T, linkOf: LinkOf, member: 'url' | 'path'): T =>
  answer.kind === 'file' ? { ...answer, value: withLinks(answer.value, linkOf, member) } : answer;

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

export const removedField = ({ fieldId: id, ...answer }: RecordedAnswer): Static<typeof RemovedField> => ({
  id,
  ...answer,
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
