import { backOff, pause } from '../async/pause.ts';
import { defaultRetrySchedule } from '../domain/delivery/retry-schedule.ts';
import type { EventType } from '../domain/event-registry.ts';
import type { RecordedEvent } from '../log/event-log.ts';
import type { ProcessManager } from '../projections/projection.ts';
import { type RunnerLogger, type RunOptions, runProjection } from '../projections/runner/runner.ts';
import { signedHeaders } from './worker/signature.ts';
import type { WebhookClient } from './worker/webhook-client.ts';

/** The events that operators receive, by the names that the webhook gives them. */
const names: Partial<Record<EventType, string>> = {
  DestinationDisabled: 'destination.disabled',
  DestinationEnabled: 'destination.enabled',
  DeliveryExhausted: 'delivery.exhausted',
  RecoveryRequested: 'recovery.requested',
  RecoveryPaused: 'recovery.paused',
  RecoveryCompleted: 'recovery.completed',
  SubmissionErased: 'submission.erasure_requested',
  ErasureCompleted: 'submission.erased',
  ProjectionEventSkipped: 'projection.event_skipped',
};

/** A notice of an event. It has no answer, no secret and no URL. */
export interface Notice {
  /** The id of the event: a notice that is sent again has the same id. */
  readonly id: string;
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: string;
  readonly stream: string;
  readonly reason?: unknown;
  /** The same as `id`, under the name that webhooks of accounts give it. */
  readonly event_id: string;
  /** The place of the event in the log, a decimal string: a later event has a greater number. */
  readonly position: string;
}

/** An older event is no news: a webhook that was just configured does not get the whole history. */
const maxAgeMs = 24 * 60 * 60_000;

/** Makes a notice of each event that operators receive. It keeps no documents. */
export const operatorNotices = (now: () => Date): ProcessManager<Record<string, never>, Notice> => ({
  name: 'operator-webhook',
  version: 1,
  streamPrefixes: ['destination-', 'delivery-', 'recovery-', 'audit-', 'projection-'],
  indexes: [],
  key: ({ event, stream }) => (names[event.type] === undefined ? null : stream),
  on: {},
  react: (_, recorded) => {
    const notice = noticeOf(recorded);
    return notice && now().getTime() - Date.parse(notice.occurred_at) <= maxAgeMs ? [notice] : [];
  },
});

function noticeOf({ id, stream, event, metadata, position }: RecordedEvent): Notice | null {
  const name = names[event.type];
  if (name === undefined || !('at' in event.data)) return null;
  return {
    id,
    event: name,
    occurred_at: event.data.at,
    account_id: metadata.accountId,
    stream,
    ...('reason' in event.data && { reason: event.data.reason }),
    event_id: id,
    position: String(position),
  };
}

/** Where notices go. */
export interface OperatorWebhook {
  readonly url: string;
  readonly secret: string;
}

export interface NoticeDeps {
  readonly webhook: OperatorWebhook;
  readonly client: Pick<WebhookClient, 'post'>;
  /** The product name in the header names. */
  readonly product: string;
  readonly now: () => Date;
  readonly logger: RunnerLogger;
  /** The waits between tries, in milliseconds: the first, and the longest. */
  readonly waitsMs?: readonly [first: number, longest: number];
}

const defaultWaitsMs = [1_000, 5 * 60_000] as const;

/**
 * Sends notices one after the other, each signed as the webhooks of accounts are, and each until the receiver accepts
 * it: an order with gaps would tell the operator less than a delay.
 * @throws the signal's reason once the signal is aborted
 */
export async function sendNotices(
  deps: NoticeDeps,
  notices: readonly Notice[],
  signal: AbortSignal,
): Promise<void> {
  for (const notice of notices) {
    const retry = backOff(...(deps.waitsMs ?? defaultWaitsMs));
    for (let refusal = await send(deps, notice); refusal !== null; refusal = await send(deps, notice)) {
      const details = { event: notice.event, reason: refusal.reason };
      deps.logger.warn(details, 'the operator webhook did not accept a notice; it will be sent again');
      const until = performance.now() + refusal.notBeforeMs;
      await retry.wait(signal);
      await pause(Math.max(0, until - performance.now()), signal);
      signal.throwIfAborted();
    }
  }
}

interface Refusal {
  readonly reason: string;
  /** The delay before the next try that the receiver requested, in milliseconds; 0 if it requested none. */
  readonly notBeforeMs: number;
}

/** Makes one try. @returns why the receiver did not accept the notice; null if it did */
async function send({ webhook, client, product, now }: NoticeDeps, notice: Notice): Promise<Refusal | null> {
  const body = Buffer.from(JSON.stringify(notice));
  const signing = { scheme: 'standard-webhooks', secrets: [webhook.secret], product } as const;
  const about = { body, now: now(), deliveryId: notice.id, event: notice.event };
  const signed = signedHeaders({ ...signing, ...about });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Formlog', ...signed };
  const { outcome, retryAfterMs } = await client.post({ url: webhook.url, headers, body });
  const notBeforeMs = Math.min(retryAfterMs ?? 0, defaultRetrySchedule.retryAfterCapMs);
  if (outcome.kind !== 'response') return { reason: outcome.message, notBeforeMs };
  const isAccepted = outcome.status >= 200 && outcome.status < 300;
  return isAccepted ? null : { reason: `status ${outcome.status}`, notBeforeMs };
}

type RunnerDeps = Pick<RunOptions<never>, 'store' | 'log' | 'progress' | 'leases' | 'onState'>;

/** Sends notices until the signal: each at least once, in the order of the log, also after a crash. */
export const runOperatorWebhook = (deps: RunnerDeps & NoticeDeps, signal: AbortSignal): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: operatorNotices(deps.now),
    perform: (notices) => sendNotices(deps, notices, signal),
  });
