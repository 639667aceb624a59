import { randomUUID } from 'node:crypto';
import {
  cancelDelivery,
  type DeliveryMoved,
  recordAttempt,
  skipDelivery,
} from '../../commands/delivery/record-attempt.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import type { Refusal } from '../../commands/refusal.ts';
import { audit } from '../../domain/audit/decider.ts';
import type { AttemptOutcome, CancelReason } from '../../domain/delivery/events.ts';
import type { RetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import type { ExistingDelivery, PlannedDelivery } from '../../domain/delivery/state.ts';
import { withdrawalOf } from '../../domain/delivery/withdrawal.ts';
import { destination, type ExistingDestination } from '../../domain/destination/decider.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { AttemptRequest, Reply } from '../bus/bus.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';
import { NotSent } from './semaphores.ts';
import { signaturesOf } from './signature.ts';
import type { Source } from './source-event-cache.ts';
import type { Exchange, WebhookClient, WebhookRequest } from './webhook-client.ts';
import { webhookHeaders } from './webhook-headers.ts';

export interface AttemptDeps extends Pick<CommandDeps, 'aggregates' | 'deliveries' | 'secrets' | 'now'> {
  readonly client: Pick<WebhookClient, 'post'>;
  readonly recorder: Pick<OutcomeRecorder, 'acquirePermit' | 'releasePermit' | 'record'>;
  readonly progress: Pick<Progress, 'waitFor'>;
  readonly schedule: RetrySchedule;
  /** The product name in the header names. */
  readonly product: string;
  readonly onAttempt?: (attempt: AttemptMade) => void;
}

/** The measurements of an attempt. */
export interface AttemptMade {
  readonly outcome: AttemptOutcome;
  readonly attempt: number;
  readonly durationMs: number;
  /** The time from the source event to the start of the attempt, in milliseconds. */
  readonly sinceEventMs: number;
}

/** A cached delivery is trusted up to this age, which is shorter than the time before a repeated request. */
const deliveryMaxAgeMs = 5_000;
/** The models that must hold the source event, so that a receiver can read the subject of the event from the API. */
const readByReceivers = ['forms', 'submissions'];
/** How long an attempt waits for these models before the scheduler requests it again. */
const longestWaitMs = 1_000;
/** A change of a destination takes effect in every worker within this time. */
const destinationMaxAgeMs = 1_000;
/** An erasure stops the attempts of every worker within this time. */
const erasureMaxAgeMs = 1_000;

/**
 * Makes one attempt of a delivery and records it, unless by the log the attempt is not due, the read models do
 * not hold its source event, or the log accepts no appends.
 * @throws LogUnavailable, SourceMissing, SecretUnreadable
 */
export async function makeAttempt(
  deps: AttemptDeps,
  sourceOf: (subject: ExistingDelivery['subject']) => Promise<Source | null>,
  requested: AttemptRequest,
): Promise<Reply> {
  const askedAt = performance.now();
  const due = await dueDelivery(deps, requested);
  if (!due) return { result: 'stale' };
  const { subject } = due.state;
  deps.aggregates.readAhead(audit, streamOf.audit(subject.accountId));
  deps.aggregates.readAhead(destination, streamOf.destination(subject.destinationId));
  const delivery = { deliveryId: requested.deliveryId, planned: due.planned };
  const { accountId } = subject;
  const { eventId, position } = subject.source;
  if (!(await deps.progress.waitFor(readByReceivers, BigInt(position), longestWaitMs)))
    return { result: 'failed' };
  const source = await sourceOf(subject);
  const context: CommandContext = {
    accountId,
    actor: { kind: 'system', id: 'worker' },
    correlationId: source?.event.metadata.correlationId ?? eventId,
    causationId: eventId,
  };
  const cancel = async (reason: CancelReason) =>
    replyTo(await cancelDelivery(deps, delivery, reason, context));
  if (!source || (await isErasing(deps, subject))) return cancel('source_erased');
  const to = streamOf.destination(subject.destinationId);
  const target = (await deps.aggregates.loadAhead(destination, to, destinationMaxAgeMs)).state;
  if (!target.exists || target.removed) return cancel('destination_removed');
  // A test is also sent to a disabled destination: it shows whether to enable it.
  if (!target.enabled && subject.kind !== 'ping') return replyTo(await skipDelivery(deps, delivery, context));
  const withdrawn = withdrawalOf(subject, target.settings, source.questions);
  if (withdrawn !== null) return cancel(withdrawn);

  const startedAt = deps.now();
  const body = source.body(subject);
  const request = signedRequest(deps, subject, target, body, startedAt);
  if (!(await deps.recorder.acquirePermit())) return { result: 'failed' };
  const headers = webhookHeaders({ ...request, subject, startedAt });
  // After a suspended process goes on, another worker may have made the attempt.
  if (performance.now() - askedAt > deliveryMaxAgeMs) {
    deps.recorder.releasePermit();
    return { result: 'failed' };
  }
  const { concurrencyLimit: limit } = requested;
  const semaphore = limit === undefined ? undefined : { name: subject.destinationId, limit };
  const exchange = await sent(deps, { url: request.url, headers, body, semaphore });
  if (!exchange) return { result: 'busy' };
  const { outcome, durationMs } = exchange;
  const sinceEventMs = startedAt.getTime() - Date.parse(subject.at);
  deps.onAttempt?.({ outcome, attempt: requested.attempt, durationMs, sinceEventMs });
  const attempt = {
    ...exchange,
    request,
    attempt: requested.attempt,
    startedAt: startedAt.toISOString(),
    at: deps.now().toISOString(),
    schedule: deps.schedule,
    random: Math.random(),
  };
  // For this request alone: another worker with the same attempt has an outcome of its own and must conflict.
  const idempotencyKey = randomUUID();
  const record = () => recordAttempt(deps, delivery, attempt, { ...context, idempotencyKey });
  const reply = replyTo(await deps.recorder.record(record, ({ ok }) => ok));
  return reply.result === 'done' ? { ...reply, exchangeMs: durationMs } : reply;
}

/** Whether the submission of a delivery is being erased: until its event is gone, the body could still be made. */
async function isErasing(
  { aggregates }: Pick<AttemptDeps, 'aggregates'>,
  { accountId, submissionId }: ExistingDelivery['subject'],
): Promise<boolean> {
  if (submissionId === null) return false;
  const { state } = await aggregates.loadAhead(audit, streamOf.audit(accountId), erasureMaxAgeMs);
  return state.open.has(submissionId);
}

/** Sends a request for which the caller has a permit; returns null if it was not sent. */
async function sent({ client, recorder }: AttemptDeps, request: WebhookRequest): Promise<Exchange | null> {
  try {
    return await client.post(request);
  } catch (error) {
    recorder.releasePermit();
    if (error instanceof NotSent) return null;
    throw error;
  }
}

interface DueDelivery {
  readonly state: ExistingDelivery;
  /** Null once the delivery has events. */
  readonly planned: PlannedDelivery | null;
}

/** Returns the delivery if this very attempt is due by the log; otherwise null. */
async function dueDelivery(
  { deliveries, now }: AttemptDeps,
  { deliveryId, attempt, again, origin, isNew }: AttemptRequest,
): Promise<DueDelivery | null> {
  for (const maxAgeMs of again ? [0] : [deliveryMaxAgeMs, 0]) {
    const { state, planned } = await deliveries.load(deliveryId, { origin, maxAgeMs, isNew });
    if (!state.exists || state.status !== 'pending' || state.attempts + 1 !== attempt) continue;
    if (state.dueAt !== null && Date.parse(state.dueAt) <= now().getTime()) return { state, planned };
  }
  return null;
}

function signedRequest(
  { secrets, product }: AttemptDeps,
  { deliveryId, destinationId, kind }: ExistingDelivery['subject'],
  { settings, secret, previousSecret }: ExistingDestination,
  body: Buffer,
  now: Date,
) {
  const isRotating = previousSecret !== null && Date.parse(previousSecret.until) > now.getTime();
  const sealed = isRotating ? [secret, previousSecret.secret] : [secret];
  const signatures = signaturesOf({
    scheme: settings.signature,
    secrets: sealed.map((each) => secrets.open(each, destinationId)),
    body,
    deliveryId,
    event: kind,
    now,
    product,
  });
  return { url: settings.url, product, ...signatures };
}

const replyTo = (moved: Result<DeliveryMoved, Refusal>): Reply =>
  moved.ok && moved.value.position !== null
    ? { result: 'done', position: String(moved.value.position) }
    : { result: 'stale' };
