import { isDeepStrictEqual } from 'node:util';
import { pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { askedQuestions } from '../../domain/form/definition.ts';
import { respondentMayCorrect } from '../../domain/form/responses.ts';
import { err, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import {
  clearRemoved,
  mergeAnswers,
  numbersAfter,
  valuesById,
} from '../../domain/submission/merge-answers.ts';
import type { PartialCommand } from '../../domain/submission/partial-decisions.ts';
import type { ExistingSubmission } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { AppendTooLarge } from '../../log/log-errors.ts';
import { invalid, type Refusal } from '../refusal.ts';
import {
  answeredFormOf,
  type Changed,
  type ChangeDeps,
  type Correction,
  type Found,
  presentFormOf,
  type SubmissionChange,
} from './change-request.ts';
import { checkChanged, claimChanged } from './changed-answers.ts';
import { tooLarge } from './create-reserved.ts';

type Correct = Extract<PartialCommand, { type: 'CorrectSubmission' }>;

/**
 * Corrects the answers of a complete submission, checked as a whole by the revision of the form that it was completed with.
 * A correction that changes nothing appends nothing.
 */
export async function correctSubmission(
  deps: ChangeDeps,
  { submissionId, answers = {}, correction }: SubmissionChange & { readonly correction: Correction },
  { state, revision }: Found,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  const { present } = state;
  if (!present.isComplete) return err({ code: 'submission_incomplete' });
  const at = deps.now().toISOString();
  if (correction.by === 'respondent') {
    const { form } = await presentFormOf(deps, present.form.id);
    if (!respondentMayCorrect(form, present.at, at)) return err({ code: 'corrections_closed' });
  }
  const answered = await answeredFormOf(deps, present.form);
  const checked = await corrected(deps, answered, state, answers);
  if (!checked.ok) return checked;
  const { values, claims, removed } = checked.value;
  const e164 = numbersAfter(answered.form, present, values);
  const { accountId, form, source, startedAt, importedAt } = present;
  const command: Correct = {
    type: 'CorrectSubmission',
    submissionId,
    accountId,
    form,
    answers: [...values],
    ...(removed.length > 0 && { removed: [...removed] }),
    ...(e164 !== null && { e164 }),
    source,
    ...(startedAt !== undefined && { startedAt }),
    ...(importedAt !== undefined && { importedAt }),
    submittedAt: present.at,
    ...correction,
    at,
  };
  const stream = streamOf.submission(submissionId);
  try {
    const claimed = await claimChanged(deps, claims, submissionId, context);
    if (!claimed.ok) return claimed;
    return await deps.aggregates.executeAt(submission, stream, revision, [command], context);
  } catch (error) {
    if (error instanceof AppendTooLarge) return err(tooLarge(answered.form, values));
    throw error;
  }
}

async function corrected(
  deps: ChangeDeps,
  { form }: FormAtRevision,
  { present, payment }: ExistingSubmission,
  answers: Readonly<Record<string, unknown>>,
) {
  const { fields } = form;
  const split = clearRemoved(fields, present.removed ?? [], answers);
  if (!split.ok) return invalid('Some answers are invalid.', split.error);
  const { given, removed } = split.value;
  const questions = askedQuestions(fields);
  const merged = mergeAnswers(fields, valuesById(questions, present.answers), given);
  const checked = await checkChanged(deps, form, present, merged);
  if (!checked.ok) return checked;
  const { values, claims } = checked.value;
  const paid = questions.findIndex(
    ({ fieldId, key }) => payment && [fieldId, key].includes(payment.fieldId ?? payment.fieldKey),
  );
  const { [paid]: paidFor } = questions;
  if (paidFor && !isDeepStrictEqual(values[paid], present.answers[paid]))
    return invalid('Some answers are invalid.', [paidAlready(paidFor.key)]);
  return { ok: true, value: { values, claims, removed } } as const;
}

const paidAlready = (key: string): Problem => ({
  field: key,
  path: `/answers${pointer(key)}`,
  code: 'invalid_option',
  message: 'The submission is paid: this answer can no longer be changed.',
});
