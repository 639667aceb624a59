import { arrivedAt } from '../../domain/submission/events.ts';
import type { ExistingSubmission } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { findKeyed, keyedId } from '../keyed-streams.ts';
import { loadSubmission } from './create-reserved.ts';
import { kindOf, type SubmissionDeps } from './create-submission.ts';

/**
 * Finds the submission that was created or begun under an idempotency key in the last 24 hours. Waits for a request of this
 * process that is creating it.
 * @returns null if there is none
 * @throws StreamErased if it was erased, LogUnavailable
 */
export async function findKeyedSubmission(
  deps: Pick<SubmissionDeps, 'aggregates' | 'inFlight' | 'now'>,
  idempotencyKey: string,
  context: CommandContext,
): Promise<ExistingSubmission | null> {
  const [kind, { accountId }] = [kindOf(context), context];
  await deps.inFlight.get(keyedId(kind, accountId, idempotencyKey))?.outcome.catch(() => undefined);
  const { folded } = await findKeyed({
    kind,
    accountId,
    idempotencyKey,
    now: deps.now,
    load: (submissionId) => loadSubmission(deps, submissionId),
    createdAt: (state) => (state.exists ? arrivedAt(state.begun) : null),
  });
  return folded.state.exists ? folded.state : null;
}
