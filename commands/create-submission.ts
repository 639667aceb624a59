import pTimeout from 'p-timeout';
import { form, isFormOf, type ExistingForm } from '../domain/form/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { submission } from '../domain/submission/decider.ts';
import type { RecordedAnswer, SubmissionCreated } from '../domain/submission/events.ts';
import { resolveAnswers } from '../domain/submission/resolve-answers.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { noStream } from '../log/event-log.ts';
import { AppendTooLarge } from '../log/log-errors.ts';
import { derivedId } from '../log/ids.ts';
import type { CommandDeps } from './support/deps.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';
import { requestHash } from './support/request-hash.ts';
import type { SubmissionInProgress, SubmissionOutcome } from './support/submission-outcome.ts';

export interface SubmissionRequest {
  readonly formId: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly source: 'api' | 'form';
  /** Determines the submission's id, so that the log itself refuses a duplicate. */
  readonly idempotencyKey?: string;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'quotas' | 'inFlight' | 'twinWaitMs' | 'now' | 'newId'>;
type Outcome = Result<SubmissionOutcome, Refusal>;

/**
 * The greatest age of the form against which answers are checked: a change takes effect in every process
 * within this time.
 */
const formMaxAgeMs = 1_000;

/** How often a submission is retried after its reserved place was returned. */
const maxLapses = 3;

/**
 * Creates a submission of a published form of the context's account, within the monthly quota. A request under the
 * idempotency key of one in progress waits for its outcome.
 */
export async function createSubmission(
  deps: Deps,
  request: SubmissionRequest,
  context: CommandContext,
): Promise<Outcome> {
  const { idempotencyKey } = request;
  const hash = requestHash([request.formId, request.answers]);
  if (idempotencyKey === undefined) return create(deps, request, null, hash, context);
  const id = derivedId(context.accountId, 'submissions', idempotencyKey);
  const first = deps.inFlight.get(id);
  if (first) return outcomeOfTwin(first, hash, deps.twinWaitMs);
  const outcome = createOnce(deps, request, id, hash, context).finally(() => deps.inFlight.take(id));
  deps.inFlight.set(id, { hash, outcome });
  return outcome;
}

/** Waits for the outcome of a request in progress with the same idempotency key, which may be a refusal. */
async function outcomeOfTwin(first: SubmissionInProgress, hash: string, waitMs: number): Promise<Outcome> {
  if (first.hash !== hash) return err({ code: 'idempotency_mismatch' });
  const late = () => err({ code: 'idempotency_in_flight' } as const);
  const outcome = await pTimeout(first.outcome, { milliseconds: waitMs, fallback: late });
  return outcome.ok ? ok({ ...outcome.value, replayed: true }) : outcome;
}

/** Creates a submission with a determined id, unless it exists. */
async function createOnce(
  deps: Deps,
  request: SubmissionRequest,
  id: string,
  hash: string,
  context: CommandContext,
): Promise<Outcome> {
  const before = await readKeyed(deps, id, hash);
  if (before.outcome) return before.outcome;
  const created = await create(deps, request, { id, revision: before.revision }, hash, context);
  // If refused, another process may have carried out the same request meanwhile.
  return created.ok ? created : ((await readKeyed(deps, id, hash)).outcome ?? created);
}

/** The stream of a submission under an idempotency key, before its place is reserved. */
interface Keyed {
  readonly id: string;
  readonly revision: number;
}

async function create(
  deps: Deps,
  request: SubmissionRequest,
  keyed: Keyed | null,
  hash: string,
  context: CommandContext,
): Promise<Outcome> {
  const isTheirs = isFormOf(context.accountId);
  const { state } = await deps.aggregates.loadAhead(
    form,
    streamOf.form(request.formId),
    formMaxAgeMs,
    isTheirs,
  );
  if (!isTheirs(state)) return notFound;
  if (state.status !== 'published') return err({ code: 'form_not_published', status: state.status });
  const answers = resolveAnswers(state.fields, request.answers);
  if (!answers.ok) return invalid('Some answers are invalid.', answers.error);
  const make = (submissionId: string, at: string) =>
    created(state, request, submissionId, answers.value, hash, at);
  for (let expected = keyed, lapses = 0; ; lapses++) {
    const outcome = await createInPlace(deps, request.formId, expected, make, context);
    if (outcome.ok || outcome.error.code !== 'revision_mismatch' || lapses === maxLapses) return outcome;
    expected = expected && { ...expected, revision: outcome.error.revision };
  }
}

/**
 * Reserves a place and creates the submission in it.
 * @returns `revision_mismatch` if another process has returned the place and prevents the submission from
 * being created in it; the submission may then be created in another place, at the returned revision
 */
async function createInPlace(
  { aggregates, quotas, now }: Deps,
  formId: string,
  keyed: Keyed | null,
  make: (submissionId: string, at: string) => SubmissionCreated['data'],
  context: CommandContext,
): Promise<Outcome> {
  const at = now().toISOString();
  const reserved = await quotas.getPlace({ formId, submissionId: keyed?.id, at }, context);
  if (!reserved.ok) return reserved;
  const place = reserved.value;
  const data = make(place.submissionId, at);
  const stream = streamOf.submission(place.submissionId);
  const expectedRevision = keyed?.revision ?? noStream;
  const derived = { ...context, ...(place.name !== null && { idempotencyKey: place.name }) };
  try {
    const command = { type: 'CreateSubmission', ...data } as const;
    const options = { expectedRevision, isNew: expectedRevision === noStream };
    const appended = await aggregates.execute(submission, stream, [command], derived, options);
    if (appended.ok) {
      place.taken();
      return ok({ submission: data, position: appended.value.position, replayed: false });
    }
    const isMismatch = appended.error.code === 'revision_mismatch';
    if (isMismatch && !(await exists(aggregates, stream))) {
      place.abandon();
      return appended;
    }
    await place.release();
    return isMismatch ? err({ code: 'already_exists' }) : appended;
  } catch (error) {
    // An append without a reply may have taken place.
    if (error instanceof AppendTooLarge) await place.release();
    else place.abandon();
    throw error;
  }
}

const created = (
  { formId: id, title, slug, status, version, accountId }: ExistingForm,
  { source }: SubmissionRequest,
  submissionId: string,
  answers: RecordedAnswer[],
  hash: string,
  at: string,
): SubmissionCreated['data'] => ({
  submissionId,
  accountId,
  form: { id, title, slug, status, version },
  answers,
  isComplete: true,
  source,
  requestHash: hash,
  at,
});

const exists = async (aggregates: CommandDeps['aggregates'], stream: string): Promise<boolean> =>
  (await aggregates.load(submission, stream)).state.exists;

/**
 * Reads a submission's stream under an idempotency key. @returns the outcome of the same request, null if it
 * was never carried out, and the stream's revision
 */
async function readKeyed(
  { aggregates }: Deps,
  submissionId: string,
  hash: string,
): Promise<{ outcome: Outcome | null; revision: number }> {
  const { state, position, revision } = await aggregates.load(submission, streamOf.submission(submissionId));
  if (!state.exists) return { outcome: null, revision };
  if (state.created.requestHash !== hash) return { outcome: err({ code: 'idempotency_mismatch' }), revision };
  return { outcome: ok({ submission: state.created, position, replayed: true }), revision };
}
