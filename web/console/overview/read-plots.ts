import { LRUCache } from 'lru-cache';
import type { DeliveryStatus } from '../../../domain/delivery/state.ts';
import type { Stretch } from '../../../projections/queries/overview/counts-over-time.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Period } from './period.ts';

/** A count stops here: a bar of this height means this many or more. */
export const highestCount = 10_000;

/** The outcomes that the plot of webhooks tells apart. */
export const outcomeGroups = ['delivered', 'failed', 'waiting', 'not sent'] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

const statusesOf: Readonly<Record<OutcomeGroup, readonly DeliveryStatus[]>> = {
  delivered: ['succeeded'],
  failed: ['exhausted', 'failed'],
  waiting: ['pending'],
  'not sent': ['skipped', 'cancelled'],
};

/** The counts of a stretch; null for what the visitor may not see. */
export interface Counted extends Stretch {
  readonly submissions: number | null;
  readonly webhooks: Readonly<Record<OutcomeGroup, number>> | null;
}

/** Whose counts they are, and what of them the visitor may see. */
export interface Scope {
  /** The accounts whose submissions are counted. */
  readonly accountIds: readonly string[];
  /** The account whose webhooks are counted; null for all. */
  readonly accountId: string | null;
  readonly withSubmissions: boolean;
  readonly withWebhooks: boolean;
}

/** Counts of stretches that have ended change with late imports and retries alone. */
const keptMs = 60_000;
const keptStretches = 5_000;

/** Counts submissions and webhooks over time, one stretch after the other, so that other requests have their turns. */
export function openPlots({ queries, now }: Pick<WebDeps, 'now' | 'queries'>) {
  const known = new LRUCache<string, Counted>({ max: keptStretches, ttl: keptMs });

  async function count(stretch: Stretch, scope: Scope): Promise<Counted> {
    const request = { since: stretch.since, until: stretch.until, limit: highestCount };
    const { overTime } = queries;
    const [submissions, webhooks] = await Promise.all([
      scope.withSubmissions ? overTime.submissions(scope.accountIds, request) : null,
      scope.withWebhooks
        ? Promise.all(
            outcomeGroups.map((group) => overTime.webhooks(scope.accountId, statusesOf[group], request)),
          )
        : null,
    ]);
    const [delivered = 0, failed = 0, waiting = 0, skipped = 0] = webhooks ?? [];
    return {
      ...stretch,
      submissions,
      webhooks: webhooks && { delivered, failed, waiting, 'not sent': skipped },
    };
  }

  return async ({ stretches }: Period, scope: Scope): Promise<readonly Counted[]> => {
    const whose = JSON.stringify(scope);
    const counted: Counted[] = [];
    for (const stretch of stretches) {
      const name = `${stretch.since} ${stretch.until} ${whose}`;
      const found = known.get(name) ?? (await count(stretch, scope));
      if (stretch.until <= now().toISOString()) known.set(name, found);
      counted.push(found);
    }
    return counted;
  };
}
