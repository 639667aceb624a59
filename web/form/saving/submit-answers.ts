import { isDeepStrictEqual } from 'node:util';
import { invalid, type Refusal } from '../../../commands/refusal.ts';
import { changesSince, findAnsweredForm } from '../../../commands/submission/answered-form.ts';
import type { ChangeDeps } from '../../../commands/submission/change-request.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import { checkAnswers } from '../../../commands/submission/check-answers.ts';
import { createSubmission, type SubmissionDeps } from '../../../commands/submission/create-submission.ts';
import { findKeyedSubmission } from '../../../commands/submission/find-keyed-submission.ts';
import type { SubmissionRequest } from '../../../commands/submission/new-submission.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { carriedAnswers } from './carried-answers.ts';
import { isCompletable } from './is-completable.ts';

/** The answers of a page, at the revision of the form that it showed. */
export interface SentAnswers extends SubmissionRequest {
  readonly answered: { readonly revision: number };
  readonly idempotencyKey: string;
}

/** A submission that a page has made. */
interface Sent {
  readonly submissionId: string;
  /** Whether an earlier sending of the same page has made it. */
  readonly replayed: boolean;
}

/**
 * Makes a submission of the answers of a page, or completes the one that the page has saved.
 * @param saved the id of the submission that the page names; null if it names none
 */
export async function submitAnswers(
  deps: SubmissionDeps & ChangeDeps,
  saved: string | null,
  request: SentAnswers,
  context: CommandContext,
): Promise<Result<Sent, Refusal>> {
  if (saved !== null) return completeSaved(deps, saved, request, context);
  const created = await createSubmission(deps, request, context);
  if (created.ok) {
    const { submission: made, replayed } = created.value;
    return ok({ submissionId: made.submissionId, replayed });
  }
  if (created.error.code !== 'idempotency_mismatch') return created;
  // The page may have been saved without having got the response.
  const keyed = await findKeyedSubmission(deps, request.idempotencyKey, context);
  if (!keyed || keyed.begun.isComplete) return created;
  return completeSaved(deps, keyed.begun.submissionId, request, context);
}

async function completeSaved(
  deps: SubmissionDeps & ChangeDeps,
  submissionId: string,
  { formId, answers, unreadable = [], answered }: SentAnswers,
  context: CommandContext,
): Promise<Result<Sent, Refusal>> {
  const found = await findAnsweredForm(deps, formId, context.accountId, answered);
  if (!found.ok) return found;
  const { shown, now } = found.value;
  if (!isCompletable(now.form, deps.now()))
    return err({ code: 'form_not_published', status: now.form.status });
  const changes = await changesSince(found.value, answers, unreadable);
  if (changes.length > 0)
    return err({
      code: 'form_changed',
      answered: shown.form.version,
      current: now.form.version,
      now,
      changes,
    });
  const checked = await checkAnswers(shown.form.fields, answers, unreadable);
  if (!checked.ok) return invalid('Some answers are invalid.', checked.error);
  const given = carriedAnswers(shown.form.fields, now.form.fields, answers);
  const completed = await changeSubmission(deps, { submissionId, answers: given, isComplete: true }, context);
  if (completed.ok) return ok({ submissionId, replayed: false });
  if (completed.error.code !== 'submission_complete') return completed;
  // The same answers are the same sending, as by a double click.
  const { state } = await deps.aggregates.load(submission, streamOf.submission(submissionId));
  const isSame = state.exists && isDeepStrictEqual(state.present.answers, checked.value);
  return isSame ? ok({ submissionId, replayed: true }) : completed;
}
