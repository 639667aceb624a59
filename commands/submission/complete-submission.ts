import { askedQuestions } from '../../domain/form/definition.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import { mergeAnswers, removedAnswers, valuesById } from '../../domain/submission/merge-answers.ts';
import type { PartialCommand } from '../../domain/submission/partial-decisions.ts';
import { numbersIn } from '../../domain/submission/telephone-numbers.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { AppendTooLarge } from '../../log/log-errors.ts';
import { appendDropping } from '../file/dropped-files.ts';
import type { AnswersWithFiles } from '../file/find-files.ts';
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
import { tooLarge } from './create-reserved.ts';

type Complete = Extract<PartialCommand, { type: 'CompleteSubmission' }>;

/** A completion without its reservation, and the form that it belongs to. */
interface Checked {
  readonly command: Complete;
  readonly form: FormAtRevision;
  readonly claims: AnswersWithFiles['claims'];
}

/** Completes a submission that was begun, within the monthly quota. */
export async function completeSubmission(
  deps: ChangeDeps,
  change: SubmissionChange,
  found: Found,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  const checked = await check(deps, change, found);
  if (!checked.ok) return checked;
  const { command, form, claims } = checked.value;
  // The same request may write to the quota several times.
  const { requestKey: _, ...reserving } = context;
  const { submissionId } = change;
  const reserved = await deps.quotas.reserve({ submissionId, at: command.at }, reserving);
  if (!reserved.ok) return reserved;
  const { value: reservation } = reserved;
  const stream = streamOf.submission(submissionId);
  const named = { ...command, reservation: reservation.name };
  try {
    const claimed = await claimChanged(deps, claims, submissionId, context);
    if (!claimed.ok) {
      await reservation.release();
      return claimed;
    }
    const answers = { present: found.state.present, after: named };
    const completed = await appendDropping(deps, answers, context, () =>
      deps.aggregates.executeAt(submission, stream, found.revision, [named], context),
    );
    // Another run of the same request may have completed it, under another reservation.
    const { state } = completed.ok ? completed.value : found;
    if (completed.ok && state.exists && state.reservation === reservation.name) reservation.confirm();
    else await reservation.release();
    return completed;
  } catch (error) {
    if (error instanceof AppendTooLarge) {
      await reservation.release();
      return err(tooLarge(form.form, command.answers));
    }
    // An append without a reply may have taken place.
    reservation.abandon();
    throw error;
  }
}

/**
 * Checks a completion as a creation is checked: by the revision of the form that the submission was begun with, or by the present one
 * if its fields have changed. Answers are carried to it by the ids of the fields.
 */
async function check(
  deps: ChangeDeps,
  { answers = {} }: SubmissionChange,
  { state }: Found,
): Promise<Result<Checked, Refusal>> {
  const { present, isExpired } = state;
  if (present.isComplete) return err({ code: 'submission_complete' });
  if (isExpired) return err({ code: 'submission_expired' });
  const shown = await answeredFormOf(deps, present.form);
  const now = await presentFormOf(deps, present.form.id);
  const form = now.form.version === shown.form.version ? shown : now;
  const asked = askedQuestions(shown.form.fields);
  const merged = mergeAnswers(form.form.fields, valuesById(asked, present.answers), answers);
  const checked = await checkChanged(deps, form.form, present, merged);
  if (!checked.ok) return checked;
  const { values, claims } = checked.value;
  deps.definitions.keep(form.form, form.revision);
  const removed = removedAnswers(asked, present.answers, askedQuestions(form.form.fields));
  const e164 = numbersIn(form.form, values);
  const { submissionId, accountId, source, startedAt = present.at } = present;
  const command: Complete = {
    type: 'CompleteSubmission',
    completable: completableOf(now),
    submissionId,
    accountId,
    form: { id: form.form.formId, revision: form.revision },
    answers: [...values],
    ...(removed.length > 0 && { removed }),
    ...(e164 !== null && { e164 }),
    source,
    reservation: null,
    startedAt,
    at: deps.now().toISOString(),
  };
  // Before anything is reserved for it.
  const decided = submission.decide(command, state);
  return decided.ok ? ok({ command, form, claims }) : decided;
}
