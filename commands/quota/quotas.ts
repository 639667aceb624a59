import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { account } from '../../domain/account/decider.ts';
import { quota } from '../../domain/quota/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf, nextMonth } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import { planNamed } from '../account/plans.ts';
import type { CoreDeps } from '../core-deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { openPlaces } from './places.ts';
import { reconcileQuota } from './reconcile-quota.ts';
import type { Place } from './reservations.ts';

export interface QuotaRequest {
  readonly formId: string;
  /** The submission's id, if it is determined. */
  readonly submissionId?: string | undefined;
  readonly at: string;
}

export interface Quotas {
  /**
   * Returns a place for a submission in the month of `at`. Without a limit in the plan, nothing is reserved.
   * @throws LogUnavailable
   */
  getPlace(request: QuotaRequest, context: CommandContext): Promise<Result<Place, Refusal>>;
  /**
   * Returns the time from which on the context's account takes submissions again, ISO 8601; null while it takes them.
   * Places that another process takes or returns are known within two seconds.
   * @throws LogUnavailable
   */
  fullUntil(context: CommandContext): Promise<string | null>;
}

const reconcileEveryMs = 10_000;
/** How long a refused request waits for the reconciliation, which continues in the background. */
const reconcileWaitMs = 1_000;
/** For how long it is remembered whether an account takes submissions. */
const fullnessMs = 2_000;

/** Opens the monthly quotas of submissions, each counted in a stream of its account and month. */
export function openQuotas({ log, aggregates, plans, now }: CoreDeps): Quotas {
  const reconciled = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: reconcileEveryMs });
  const places = openPlaces({
    aggregates,
    now,
    onOverdue: (stream, reservedBefore, context) =>
      // A failure is repeated at the next reservation.
      void reconcileOnce(stream, context, reservedBefore).catch(() => undefined),
  });

  const fullness = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: fullnessMs });

  /** The submissions of an account in a month: null without a limit, undefined without the account. */
  async function limitOf(accountId: string): Promise<number | null | undefined> {
    const { state } = await aggregates.load(account, streamOf.account(accountId), 1_000);
    return state.exists ? planNamed(plans, state.plan).submissions_per_month : undefined;
  }

  async function getPlace({ formId, submissionId, at }: QuotaRequest, context: CommandContext) {
    const limit = await limitOf(context.accountId);
    if (limit === undefined) return notFound;
    if (limit === null) return ok(unlimited(submissionId ?? newId()));
    const stream = streamOf.quota(context.accountId, monthOf(at));
    fullness.delete(stream);
    const request = { formId, submissionId, limit, at, context };
    const place = await places.get(stream, request);
    if (place.ok || place.error.code !== 'quota_exceeded') return place;
    return (await mayHaveRoom(stream, context)) ? places.get(stream, request) : place;
  }

  /** Whether a full month may have got room by its reconciliation. */
  const mayHaveRoom = (stream: string, context: CommandContext): Promise<boolean> =>
    Promise.race([reconcileOnce(stream, context), delay(reconcileWaitMs, false, { ref: false })]);

  async function fullUntil(context: CommandContext): Promise<string | null> {
    const limit = await limitOf(context.accountId);
    if (limit === undefined || limit === null) return null;
    const at = now().toISOString();
    const stream = streamOf.quota(context.accountId, monthOf(at));
    const asking = fullness.get(stream) ?? isFull(stream, limit, context);
    fullness.set(stream, asking, { noUpdateTTL: true });
    asking.catch(() => fullness.delete(stream));
    return (await asking) ? nextMonth(at) : null;
  }

  async function isFull(stream: string, limit: number, context: CommandContext): Promise<boolean> {
    const hasRoom = async () => (await aggregates.load(quota, stream, fullnessMs)).state.used < limit;
    if (await hasRoom()) return false;
    return !((await mayHaveRoom(stream, context)) && (await hasRoom()));
  }

  function reconcileOnce(stream: string, context: CommandContext, before?: number): Promise<boolean> {
    const known = reconciled.get(stream);
    if (known) return known;
    const run = reconcileQuota({ log, aggregates, places, now }, stream, context, before);
    reconciled.set(stream, run);
    run.catch(() => reconciled.delete(stream));
    return run;
  }

  return { getPlace, fullUntil };
}

const unlimited = (submissionId: string): Place => ({
  submissionId,
  name: null,
  taken: () => undefined,
  release: () => Promise.resolve(),
  abandon: () => undefined,
});
