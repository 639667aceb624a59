import { askedQuestions } from '../../domain/form/definition.ts';
import { expiryOf } from '../../domain/form/responses.ts';
import { err, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import {
  changesBetween,
  lastAnswered,
  mergeAnswers,
  valuesById,
} from '../../domain/submission/merge-answers.ts';
import { numbersIn } from '../../domain/submission/telephone-numbers.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { AppendTooLarge } from '../../log/log-errors.ts';
import { appendDropping } from '../file/dropped-files.ts';
import type { Refusal } from '../refusal.ts';
import {
  answeredFormOf,
  type Changed,
  type ChangeDeps,
  completableOf,
  type Found,
  presentFormOf,
  type SubmissionChange,
} from './change-request.ts';
import { checkChanged, claimChanged } from './changed-answers.ts';
import { completionFits } from './completion-fits.ts';
import { tooLarge } from './create-reserved.ts';

/** Saves the answers to a submission that was begun, by the revision of the form that it was begun with. */
export async function saveAnswers(
  deps: ChangeDeps,
  { submissionId, answers = {} }: SubmissionChange,
  { state, revision }: Found,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  const { present, isExpired } = state;
  if (present.isComplete) return err({ code: 'submission_complete' });
  if (isExpired) return err({ code: 'submission_expired' });
  const { form: shown } = await answeredFormOf(deps, present.form);
  const now = await presentFormOf(deps, present.form.id);
  const questions = askedQuestions(shown.fields);
  const merged = mergeAnswers(shown.fields, valuesById(questions, present.answers), answers);
  const checked = await checkChanged(deps, shown, present, merged, true);
  if (!checked.ok) return checked;
  const { values, claims } = checked.value;
  const e164 = numbersIn(shown, values);
  const after = { answers: values, ...(e164 !== null && { e164 }) };
  if (!(await completionFits(deps, present, after, context))) return err(tooLarge(shown, values));
  const at = deps.now().toISOString();
  const command = {
    type: 'SaveAnswers',
    changes: changesBetween(questions, present.answers, after),
    lastFieldId: lastAnswered(shown.fields, values),
    expiresAt: expiryOf(now.form, at),
    completable: completableOf(now),
    at,
  } as const;
  const stream = streamOf.submission(submissionId);
  try {
    const claimed = await claimChanged(deps, claims, submissionId, context);
    if (!claimed.ok) return claimed;
    return await appendDropping(deps, { present, after }, context, () =>
      deps.aggregates.executeAt(submission, stream, revision, [command], context),
    );
  } catch (error) {
    if (error instanceof AppendTooLarge) return err(tooLarge(shown, values));
    throw error;
  }
}
