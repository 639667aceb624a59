import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { account } from '../../domain/account/decider.ts';
import { quota } from '../../domain/quota/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf, nextMonth } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { newId } from '../../log/ids.ts';
import { planNamed, startedLimit } from '../account/plans.ts';
import type { CoreDeps } from '../core-deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { Blocks } from './blocks.ts';
import { reconcile } from './reconcile.ts';
import type { Reservation } from './reservation.ts';

/** The submissions that a quota counts: complete ones, or those that are begun before they are complete. */
export type QuotaKind = 'complete' | 'started';

export interface QuotaRequest {
  /** By default complete ones. */
  readonly kind?: QuotaKind;
  /** The submission's id, if it is determined. */
  readonly submissionId?: string | undefined;
  readonly at: string;
}

export interface Quotas {
  /** Begins to read what `reserve` needs for a request of now, unless it is in memory. */
  readAhead(context: CommandContext): void;
  /**
   * Reserves a submission in the month of `at`. Without a limit in the plan, nothing is reserved.
   * @throws LogUnavailable
   */
  reserve(request: QuotaRequest, context: CommandContext): Promise<Result<Reservation, Refusal>>;
  /**
   * Returns the number of an account's submissions that count in the month of `at`: created ones, and reservations,
   * but for the spare ones of this process. By default those that count as complete.
   * @throws LogUnavailable
   */
  used(accountId: string, at: string, kind?: QuotaKind): Promise<number>;
  /**
   * Returns the time from which on the context's account takes submissions again, ISO 8601; null while it takes them.
   * Reservations that another process makes or releases are known within two seconds.
   * @throws LogUnavailable
   */
  fullUntil(context: CommandContext): Promise<string | null>;
  /** Releases all spare reservations of this process, which is about to end. */
  releaseSpare(): Promise<void>;
}

interface QuotaDeps extends Omit<CoreDeps, 'log'> {
  readonly log: Pick<EventLog, 'readStream'>;
}

const reconcileEveryMs = 10_000;
/** How long a refused request waits for the reconciliation, which continues in the background. */
const reconcileWaitMs = 1_000;
/** For how long it is remembered whether an account takes submissions. */
const fullnessMs = 2_000;

const streamFor = { complete: streamOf.quota, started: streamOf.startedQuota } as const satisfies Record<
  QuotaKind,
  (accountId: string, month: string) => string
>;

/** Opens the monthly quotas of submissions, each counted in a stream of its account, month and kind. */
export function openQuotas({ log, aggregates, plans, now }: QuotaDeps): Quotas {
  const reconciled = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: reconcileEveryMs });
  const blocks = new Blocks({ aggregates, now });
  const fullMonths = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: fullnessMs });

  /** The submissions of an account in a month: null without a limit, undefined without the account. */
  async function limitOf(
    accountId: string,
    kind: QuotaKind = 'complete',
  ): Promise<number | null | undefined> {
    const { state } = await aggregates.load(account, streamOf.account(accountId), 1_000);
    if (!state.exists || state.closedAt !== null) return undefined;
    const plan = planNamed(plans, state.plan);
    return kind === 'complete' ? plan.submissions_per_month : startedLimit(plan);
  }

  async function readAhead({ accountId }: CommandContext): Promise<void> {
    const limit = await limitOf(accountId);
    const stream = streamOf.quota(accountId, monthOf(now().toISOString()));
    const isRead = limit !== undefined && limit !== null && !blocks.has(stream);
    if (isRead) aggregates.readAhead(quota, stream);
  }

  async function reserve({ kind = 'complete', submissionId, at }: QuotaRequest, context: CommandContext) {
    const limit = await limitOf(context.accountId, kind);
    if (limit === undefined) return notFound;
    if (limit === null) return ok(unlimited(submissionId ?? newId()));
    const stream = streamFor[kind](context.accountId, monthOf(at));
    fullMonths.delete(stream);
    const request = { submissionId, limit, at, context };
    const first = await blocks.reserve(stream, request);
    const isFullMonth = !first.ok && first.error.code === 'quota_exceeded';
    const reserved =
      isFullMonth && (await mayHaveRoom(stream, context)) ? await blocks.reserve(stream, request) : first;
    if (reserved.ok || reserved.error.code !== 'quota_exceeded' || kind === 'complete') return reserved;
    return err({ ...reserved.error, isOfStarted: true });
  }

  async function used(accountId: string, at: string, kind: QuotaKind = 'complete'): Promise<number> {
    const stream = streamFor[kind](accountId, monthOf(at));
    const { state } = await aggregates.load(quota, stream);
    return Math.max(0, state.used - blocks.spareIn(stream));
  }

  /** Whether a full month may have got room by its reconciliation. */
  const mayHaveRoom = (stream: string, context: CommandContext): Promise<boolean> =>
    Promise.race([reconcileOnce(stream, context), delay(reconcileWaitMs, false, { ref: false })]);

  async function fullUntil(context: CommandContext): Promise<string | null> {
    const limit = await limitOf(context.accountId);
    if (limit === undefined || limit === null) return null;
    const at = now().toISOString();
    const stream = streamOf.quota(context.accountId, monthOf(at));
    const isFullMonth = fullMonths.get(stream) ?? isFull(stream, limit, context);
    fullMonths.set(stream, isFullMonth, { noUpdateTTL: true });
    isFullMonth.catch(() => fullMonths.delete(stream));
    return (await isFullMonth) ? nextMonth(at) : null;
  }

  async function isFull(stream: string, limit: number, context: CommandContext): Promise<boolean> {
    const hasRoom = async () => (await aggregates.load(quota, stream, fullnessMs)).state.used < limit;
    if (await hasRoom()) return false;
    return !((await mayHaveRoom(stream, context)) && (await hasRoom()));
  }

  function reconcileOnce(stream: string, context: CommandContext): Promise<boolean> {
    const known = reconciled.get(stream);
    if (known) return known;
    const run = reconcile({ log, aggregates, blocks, now }, stream, context);
    reconciled.set(stream, run);
    run.catch(() => reconciled.delete(stream));
    return run;
  }

  return {
    // A failure is reported to the caller of `reserve`.
    readAhead: (context) => void readAhead(context).catch(() => undefined),
    reserve,
    used,
    fullUntil,
    releaseSpare: () => blocks.releaseSpare(),
  };
}

const unlimited = (submissionId: string): Reservation => ({
  submissionId,
  name: null,
  confirm: () => undefined,
  release: () => Promise.resolve(),
  abandon: () => undefined,
  revoked: () => undefined,
});
