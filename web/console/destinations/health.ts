import type { DeliveryBrief } from '../../../projections/read-models/deliveries/recent-deliveries.ts';
import type { Range } from '../parts/ranges.ts';

/** The groups into which a chart sorts deliveries. */
export const deliveryGroups = ['delivered', 'retrying', 'failed', 'waiting', 'skipped', 'cancelled'] as const;
export type DeliveryGroup = (typeof deliveryGroups)[number];
export type Counts = Readonly<Record<DeliveryGroup, number>>;

/** A stretch of time, and its deliveries by the time of their event. */
export interface Bucket {
  /** ISO 8601. */
  readonly from: string;
  readonly counts: Counts;
}

export interface Health {
  readonly counts: Counts;
  readonly total: number;
  /** Whether there were more deliveries than were counted. */
  readonly isCapped: boolean;
  /** The part of the deliveries with an attempt that arrived, from 0 to 1; null without any. */
  readonly successRate: number | null;
  /** The number of deliveries whose attempts failed since the last one that arrived. */
  readonly failuresInARow: number;
  readonly buckets: readonly Bucket[];
}

/** The number of stretches into which a chart divides a range. */
export const bucketsOf: Readonly<Record<Range, number>> = { '1h': 30, '24h': 24, '7d': 28, '30d': 30 };

function groupOf({ status, attempt_count: attempts }: DeliveryBrief): DeliveryGroup {
  switch (status) {
    case 'succeeded':
      return 'delivered';
    case 'pending':
      return attempts > 0 ? 'retrying' : 'waiting';
    case 'exhausted':
    case 'failed':
      return 'failed';
    case 'skipped':
    case 'cancelled':
      return status;
    default:
      return status satisfies never;
  }
}

function countsOf(groups: readonly DeliveryGroup[]): Counts {
  const counts = { delivered: 0, retrying: 0, failed: 0, waiting: 0, skipped: 0, cancelled: 0 };
  for (const group of groups) counts[group] += 1;
  return counts;
}

const isFailure = (group: DeliveryGroup): boolean => group === 'failed' || group === 'retrying';

/** The failures since the last success, and since the destination was enabled, by the time of the last change. */
function streakOf(deliveries: readonly DeliveryBrief[], enabledAt: string): number {
  const tried = deliveries
    .filter(({ updated_at: at }) => at > enabledAt)
    .map((delivery) => ({ at: delivery.updated_at, group: groupOf(delivery) }))
    .filter(({ group }) => group === 'delivered' || isFailure(group))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const success = tried.findIndex(({ group }) => group === 'delivered');
  return success < 0 ? tried.length : success;
}

interface Span {
  /** ISO 8601. */
  readonly since: string;
  readonly now: Date;
  /** The number of stretches. */
  readonly count: number;
}

function divide(deliveries: readonly DeliveryBrief[], { since, now, count }: Span): Bucket[] {
  const begin = Date.parse(since);
  const length = (now.getTime() - begin) / count;
  const sorted = Array.from({ length: count }, (): DeliveryGroup[] => []);
  for (const delivery of deliveries) {
    // A delivery of this instant belongs to the last stretch.
    const index = Math.floor((Date.parse(delivery.created_at) - begin) / length);
    sorted[Math.min(count - 1, Math.max(0, index))]?.push(groupOf(delivery));
  }
  return sorted.map((groups, index) => ({
    from: new Date(begin + index * length).toISOString(),
    counts: countsOf(groups),
  }));
}

/** The health of a destination, from its newest deliveries. Failures before it was last enabled do not count as failures in a row. */
export function healthOf(
  deliveries: readonly DeliveryBrief[],
  { limit, enabledAt, ...span }: Span & { readonly limit: number; readonly enabledAt?: string | null },
): Health {
  const counts = countsOf(deliveries.map(groupOf));
  const tried = counts.delivered + counts.retrying + counts.failed;
  return {
    counts,
    total: deliveries.length,
    isCapped: deliveries.length >= limit,
    successRate: tried === 0 ? null : counts.delivered / tried,
    failuresInARow: streakOf(deliveries, enabledAt ?? ''),
    buckets: divide(deliveries, span),
  };
}

/** A rate in per cent: 100 % only where nothing failed, and 0 % only where nothing arrived. */
export function percentOf(rate: number): string {
  if (rate === 0 || rate === 1) return `${rate * 100} %`;
  return `${Math.min(99.9, Math.max(0.1, rate * 100)).toFixed(1)} %`;
}
