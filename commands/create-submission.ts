import { form, isFormOf, type ExistingForm } from '../domain/form/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { submission } from '../domain/submission/decider.ts';
import type { RecordedAnswer, SubmissionCreated } from '../domain/submission/events.ts';
import { resolveAnswers } from '../domain/submission/resolve-answers.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { AppendTooLarge } from '../log/event-log.ts';
import { derivedId } from '../log/ids.ts';
import type { CommandDeps } from './deps.ts';
import { invalid, notFound, type Refusal } from './refusal.ts';
import { requestHash } from './request-hash.ts';

export interface SubmissionRequest {
  readonly formId: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly source: 'api' | 'form';
  /** Makes the submission's id, so that the log itself refuses a second one. */
  readonly idempotencyKey?: string;
}

export interface SubmissionOutcome {
  readonly submission: SubmissionCreated['data'];
  readonly position: bigint | null;
  /** The same request was carried out before. */
  readonly replayed: boolean;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'quotas' | 'inFlight' | 'now' | 'newId'>;
type Outcome = Result<SubmissionOutcome, Refusal>;

/** How old the form may be that answers are checked against: a change reaches every process within this. */
const formMaxAgeMs = 1_000;

/** Creates a submission of a published form of the context's account, within the month's quota. */
export async function createSubmission(
  deps: Deps,
  request: SubmissionRequest,
  context: CommandContext,
): Promise<Outcome> {
  const { idempotencyKey } = request;
  const { inFlight } = deps;
  const hash = requestHash([request.formId, request.answers]);
  if (idempotencyKey === undefined) return create(deps, request, deps.newId(), hash, context);
  const id = derivedId(context.accountId, 'submissions', idempotencyKey);
  if (inFlight.has(id)) return err({ code: 'idempotency_in_flight' });
  inFlight.add(id);
  try {
    const before = await replay(deps, id, hash);
    if (before) return before;
    const created = await create(deps, request, id, hash, context);
    // Refused, and yet another process may have carried out the same request meanwhile.
    return created.ok ? created : ((await replay(deps, id, hash)) ?? created);
  } finally {
    inFlight.delete(id);
  }
}

async function create(
  deps: Deps,
  request: SubmissionRequest,
  submissionId: string,
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
  if (!answers.ok) return invalid('Some answers cannot be accepted.', answers.error);
  const at = deps.now().toISOString();
  const counted = { submissionId, formId: request.formId };
  const reserved = await deps.quotas.reserve(counted, at, context);
  if (!reserved.ok) return reserved;
  const data = created(state, request, submissionId, answers.value, hash, at);
  const stream = streamOf.submission(submissionId);
  // An append that was not answered may have taken place: its reservation stays, and is reconciled.
  const appended = await deps.aggregates
    .execute(submission, stream, [{ type: 'CreateSubmission', ...data }], context, { isNew: true })
    .catch(async (error: unknown) => {
      if (error instanceof AppendTooLarge) await deps.quotas.release(counted, at, context);
      throw error;
    });
  if (appended.ok) return ok({ submission: data, position: appended.value.position, replayed: false });
  await deps.quotas.release(counted, at, context);
  return appended;
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

/** The answer that the same request was given before; null where there was none. */
async function replay({ aggregates }: Deps, submissionId: string, hash: string): Promise<Outcome | null> {
  const { state, position } = await aggregates.load(submission, streamOf.submission(submissionId));
  if (!state.exists) return null;
  if (state.created.requestHash !== hash) return err({ code: 'idempotency_mismatch' });
  return ok({ submission: state.created, position, replayed: true });
}
