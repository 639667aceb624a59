import pTimeout from 'p-timeout';
import { audit } from '../../domain/audit/decider.ts';
import { err, ok } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { isOpenTo } from '../../domain/submission/decider.ts';
import { arrivedAt } from '../../domain/submission/events.ts';
import type { SubmissionState } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';
import { findFiles } from '../file/find-files.ts';
import { findKeyed, keyedId } from '../keyed-streams.ts';
import { invalid } from '../refusal.ts';
import { requestHash } from '../request-hash.ts';
import { changesSince, findAnsweredForm } from './answered-form.ts';
import { checkAnswers } from './check-answers.ts';
import { createReserved, type Keyed, loadSubmission, type SubmissionResult } from './create-reserved.ts';
import { type SubmissionRequest, submitted } from './new-submission.ts';
import type { SubmissionInProgress } from './submission-outcome.ts';

export type SubmissionDeps = Pick<
  CommandDeps,
  'aggregates' | 'definitions' | 'files' | 'revisions' | 'quotas' | 'inFlight' | 'duplicateWaitMs' | 'now'
>;

/** How often a submission is retried after its reservation was revoked. */
const maxRevocations = 3;

/**
 * Creates a submission of a published form of the context's account, within the monthly quota. It belongs to the
 * revision of the form that was answered, and is refused with `form_changed` if the form has changed since in a way
 * that matters to its answers. A request under the idempotency key of one in progress waits for its outcome.
 */
export async function createSubmission(
  deps: SubmissionDeps,
  request: SubmissionRequest,
  context: CommandContext,
): Promise<SubmissionResult> {
  const { idempotencyKey } = request;
  if (idempotencyKey === undefined) return create(deps, request, null, context);
  const { formId, answers, answered, isPartial = false } = request;
  // Requests for complete submissions have the hash that earlier releases gave them.
  const settings = [...(answered ? [answered] : []), ...(isPartial ? ['partial'] : [])];
  const hash = requestHash([formId, answers, ...settings]);
  const name = keyedId(kindOf(context), context.accountId, idempotencyKey);
  const first = deps.inFlight.get(name);
  if (first) return outcomeOfDuplicate(first, hash, deps.duplicateWaitMs);
  const outcome = createOnce(deps, request, idempotencyKey, hash, context).finally(() =>
    deps.inFlight.take(name),
  );
  deps.inFlight.set(name, { hash, outcome });
  return outcome;
}

/** Operators and the account each have idempotency keys of their own. */
export const kindOf = ({ actor }: CommandContext): string =>
  actor.kind === 'operator' ? 'operator submissions' : 'submissions';

/** Waits for the outcome of a request in progress with the same idempotency key, which may be a refusal. */
async function outcomeOfDuplicate(
  first: SubmissionInProgress,
  hash: string,
  waitMs: number,
): Promise<SubmissionResult> {
  if (first.hash !== hash) return err({ code: 'idempotency_mismatch' });
  const late = () => err({ code: 'idempotency_in_flight' } as const);
  const outcome = await pTimeout(first.outcome, { milliseconds: waitMs, fallback: late });
  return outcome.ok ? ok({ ...outcome.value, replayed: true }) : outcome;
}

/** Creates a submission under an idempotency key, unless the same request did within the last 24 hours. */
async function createOnce(
  deps: SubmissionDeps,
  request: SubmissionRequest,
  idempotencyKey: string,
  hash: string,
  context: CommandContext,
): Promise<SubmissionResult> {
  const { id, folded } = await findKeyed({
    kind: kindOf(context),
    accountId: context.accountId,
    idempotencyKey,
    now: deps.now,
    load: (submissionId) => loadSubmission(deps, submissionId),
    createdAt: (state) => (state.exists ? arrivedAt(state.begun) : null),
    ...(request.madeAt !== undefined && { lifetimeMs: Infinity }),
  });
  const before = await replay(deps, folded, hash);
  if (before) return before;
  const created = await create(deps, request, { id, revision: folded.revision, hash }, context);
  // If refused, another process may have carried out the same request meanwhile.
  return created.ok ? created : ((await replay(deps, await loadSubmission(deps, id), hash)) ?? created);
}

async function create(
  deps: SubmissionDeps,
  request: SubmissionRequest,
  keyed: Keyed | null,
  context: CommandContext,
): Promise<SubmissionResult> {
  deps.quotas.readAhead(context);
  const found = await findAnsweredForm(deps, request.formId, context.accountId, request.answered ?? null);
  if (!found.ok) return found;
  const { shown, now } = found.value;
  const { madeAt } = request;
  if (!isOpenTo(now.form.status, { importedAt: madeAt }))
    return err({ code: 'form_not_published', status: now.form.status });
  const { isPartial = false } = request;
  const answers = await checkAnswers(shown.form.fields, request.answers, request.unreadable, isPartial);
  const changes = await changesSince(found.value, request.answers, request.unreadable);
  if (changes.length > 0)
    return err({
      code: 'form_changed',
      answered: shown.form.version,
      current: now.form.version,
      now,
      changes,
    });
  if (!answers.ok) return invalid('Some answers are invalid.', answers.error);
  const files = await findFiles(deps, shown.form, answers.value, keyed?.id ?? null);
  if (!files.ok) return invalid('Some answers are invalid.', files.error);
  deps.definitions.keep(shown.form, shown.revision);
  const submit = submitted(request, found.value, files.value, keyed);
  for (let expected = keyed, revocations = 0; ; revocations++) {
    const outcome = await createReserved(deps, submit, expected, context);
    if (outcome.ok || outcome.error.code !== 'revision_mismatch' || revocations === maxRevocations)
      return outcome;
    expected = expected && { ...expected, revision: outcome.error.revision };
  }
}

/**
 * Returns the outcome of the same request; null if it created nothing.
 * @throws StreamErased from the moment on that the submission is erased
 */
async function replay(
  { aggregates, definitions }: Pick<SubmissionDeps, 'aggregates' | 'definitions'>,
  { state, revision, position }: Folded<SubmissionState>,
  hash: string,
): Promise<SubmissionResult | null> {
  if (!state.exists) return null;
  // The first response: the submission may have been saved, completed or corrected since.
  const { begun } = state;
  const { submissionId, accountId } = begun;
  const { state: facts } = await aggregates.load(audit, streamOf.audit(accountId));
  if (facts.open.has(submissionId)) throw new StreamErased(streamOf.submission(submissionId));
  if (begun.requestHash !== hash) return err({ code: 'idempotency_mismatch' });
  const form = await definitions.of(begun.form);
  return ok({ submission: begun, form, payment: null, revision, position, replayed: true });
}
