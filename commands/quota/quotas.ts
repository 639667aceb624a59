import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { account } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from '../support/core-deps.ts';
import { openPlaces } from './places.ts';
import { planNamed } from '../support/plans.ts';
import { reconcileQuota } from './reconcile-quota.ts';
import { notFound, type Refusal } from '../support/refusal.ts';
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
}

const reconcileEveryMs = 10_000;
/** How long a refused request waits for the reconciliation, which continues in the background. */
const reconcileWaitMs = 1_000;

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

  async function getPlace({ formId, submissionId, at }: QuotaRequest, context: CommandContext) {
    const { state } = await aggregates.load(account, streamOf.account(context.accountId), 1_000);
    if (!state.exists) return notFound;
    const limit = planNamed(plans, state.plan).submissions_per_month;
    if (limit === null) return ok(unlimited(submissionId ?? newId()));
    const stream = streamOf.quota(context.accountId, monthOf(at));
    const request = { formId, submissionId, limit, at, context };
    const place = await places.get(stream, request);
    if (place.ok || place.error.code !== 'quota_exceeded') return place;
    const mayHaveRoom = await Promise.race([
      reconcileOnce(stream, context),
      delay(reconcileWaitMs, false, { ref: false }),
    ]);
    return mayHaveRoom ? places.get(stream, request) : place;
  }

  function reconcileOnce(stream: string, context: CommandContext, before?: number): Promise<boolean> {
    const known = reconciled.get(stream);
    if (known) return known;
    const run = reconcileQuota({ log, aggregates, places, now }, stream, context, before);
    reconciled.set(stream, run);
    run.catch(() => reconciled.delete(stream));
    return run;
  }

  return { getPlace };
}

const unlimited = (submissionId: string): Place => ({
  submissionId,
  name: null,
  taken: () => undefined,
  release: () => Promise.resolve(),
  abandon: () => undefined,
});
