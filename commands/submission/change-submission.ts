import { audit } from '../../domain/audit/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { runOnce } from '../run-once.ts';
import type { Changed, ChangeDeps, SubmissionChange } from './change-request.ts';
import { completeSubmission } from './complete-submission.ts';
import { correctSubmission } from './correct-submission.ts';
import type { SubmissionResult } from './create-reserved.ts';
import { saveAnswers } from './save-answers.ts';

/** How often a change is decided again after another one came first, or after its reservation was revoked. */
const maxConflicts = 10;

/**
 * Saves, completes or corrects a submission of the context's account. Completion takes the month's quota as a creation
 * does. A repeated request returns the outcome of its first run.
 * @returns `submission_complete` if only a correction changes the submission, `submission_incomplete` for a correction of
 * another, `submission_expired`, `erased`, `revision_mismatch` at another revision than requested, and the refusals of a creation
 * @throws StreamErased once the log no longer holds the submission, LogUnavailable
 */
export async function changeSubmission(
  deps: ChangeDeps,
  change: SubmissionChange,
  context: CommandContext,
): Promise<SubmissionResult> {
  const { accountId } = context;
  const stream = streamOf.submission(change.submissionId);
  const changed = await runOnce(
    deps,
    submission,
    stream,
    context,
    () => deps.exclusively(stream, () => decideUntilSettled(deps, change, context)),
    (done): Result<Changed, Refusal> => ok(done),
  );
  if (!changed.ok) return changed;
  const { state, revision, position } = changed.value;
  if (!state.exists || state.present.accountId !== accountId) return notFound;
  const { present, payment } = state;
  const form = await deps.definitions.of(present.form);
  return ok({ submission: present, form, payment, revision, position, replayed: false });
}

async function decideUntilSettled(
  deps: ChangeDeps,
  change: SubmissionChange,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  for (let conflicts = 0; ; conflicts++) {
    const decided = await decide(deps, change, context);
    if (decided.ok || decided.error.code !== 'revision_mismatch' || conflicts === maxConflicts)
      return decided;
  }
}

async function decide(
  deps: ChangeDeps,
  change: SubmissionChange,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  const { submissionId, onlyAt, correction, isComplete = false } = change;
  const { state, revision } = await deps.aggregates.load(submission, streamOf.submission(submissionId));
  if (!state.exists || state.present.accountId !== context.accountId) return notFound;
  const { state: facts } = await deps.aggregates.load(audit, streamOf.audit(context.accountId));
  if (facts.open.has(submissionId)) return err({ code: 'erased' });
  if (onlyAt && !onlyAt.includes(revision)) return err({ code: 'revision_mismatch', revision });
  const found = { state, revision };
  if (correction) return correctSubmission(deps, { ...change, correction }, found, context);
  return isComplete
    ? completeSubmission(deps, change, found, context)
    : saveAnswers(deps, change, found, context);
}
