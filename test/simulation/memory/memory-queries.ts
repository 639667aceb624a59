import type { SubscriptionsOf } from '../../../dispatcher/scheduler/known-subscriptions.ts';
import { comparable } from '../../../projections/projection.ts';
import type { DeliveryDocument } from '../../../projections/read-models/deliveries/document.ts';
import type { DueDelivery, DueQueries } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import type { DeliveryOrigins } from '../../../projections/read-models/deliveries/origins.ts';
import type { DeliveryQueries } from '../../../projections/read-models/deliveries/queries.ts';
import { shardOf } from '../../../projections/read-models/deliveries/shard.ts';
import type { DestinationLimits } from '../../../projections/read-models/destinations/destination-limits.ts';
import type { DestinationDocument } from '../../../projections/read-models/destinations/projection.ts';
import type { DestinationQueries } from '../../../projections/read-models/destinations/queries.ts';
import type { ErasureDocument } from '../../../projections/read-models/erasures/projection.ts';
import type { ErasureQueries } from '../../../projections/read-models/erasures/queries.ts';
import type { RecoveryDocument } from '../../../projections/read-models/recoveries/projection.ts';
import type { RecoveryQueries, RecoveryQuery } from '../../../projections/read-models/recoveries/queries.ts';

/** The documents that are asked about, by their ids. */
export interface Models {
  readonly deliveries: ReadonlyMap<string, DeliveryDocument>;
  readonly destinations: ReadonlyMap<string, DestinationDocument>;
  readonly recoveries: ReadonlyMap<string, RecoveryDocument>;
  readonly erasures: ReadonlyMap<string, ErasureDocument>;
}

/** What the dispatcher asks of the read store. */
export interface MemoryQueries {
  readonly queue: DueQueries;
  readonly limits: DestinationLimits;
  readonly recoveries: Pick<RecoveryQueries, 'running' | 'next'>;
  readonly destinations: Pick<DestinationQueries, 'list'>;
  readonly deliveries: Pick<DeliveryQueries, 'list'>;
  readonly origins: DeliveryOrigins;
  readonly subscriptionsOf: SubscriptionsOf;
  readonly erasures: Pick<ErasureQueries, 'atStage' | 'deliveriesOf'>;
}

export type Due = DueDelivery & { readonly status: string };
const byTime = (a: Due, b: Due) => a.dueAt.localeCompare(b.dueAt) || a.id.localeCompare(b.id);

/** Answers what the dispatcher asks. @param pending what waits for an attempt */
export function openMemoryQueries(
  models: Models,
  pending: ReadonlyMap<string, Due>,
  subscriptionsOf: SubscriptionsOf,
): MemoryQueries {
  return {
    queue: queueOf(pending),
    subscriptionsOf,
    origins: {
      async originOf(id) {
        const doc = models.deliveries.get(id);
        if (!doc) return null;
        const { stream, revision } = doc.source;
        return { destinationId: doc.destination_id, stream, revision };
      },
    },
    limits: {
      async of(ids) {
        const found = ids.flatMap((id) => {
          const doc = models.destinations.get(id);
          if (!doc) return [];
          const { concurrency, rate_per_second: perSecond, account_id: accountId, url } = doc;
          const shares = { accountId, plan: '', host: new URL(url).hostname };
          return [[id, { concurrency, perSecond, shares }] as const];
        });
        return new Map(found);
      },
    },
    recoveries: {
      running: async (limit) =>
        [...models.recoveries]
          .filter(([, { is_unfinished }]) => is_unfinished)
          .map(([id]) => id)
          .slice(0, limit),
      next: async (what, after, limit) => recoverable(models, what, after, limit),
    },
    destinations: {
      list: async () => ({
        items: [...models.destinations].map(([id, doc]) => ({ ...doc, id })),
        next: null,
      }),
    },
    deliveries: {
      // All on one page: nobody here has told of one submission to very many.
      list: async (_, { submissionId }) => ({
        items: [...models.deliveries]
          .filter(([, doc]) => doc.submission_id === submissionId)
          .map(([id, doc]) => ({ ...doc, id })),
        next: null,
      }),
    },
    erasures: {
      atStage: async (stage, limit) =>
        [...models.erasures]
          .filter(([, doc]) => doc.stage === stage)
          .map(([id, doc]) => ({ ...doc, id }))
          .slice(0, limit),
      deliveriesOf: async (submissionIds) =>
        [...models.erasures]
          .filter(([, doc]) => doc.kind === 'delivery' && submissionIds.includes(doc.submission_id))
          .map(([id]) => id),
    },
  };
}

const byShard = (a: Due, b: Due): number =>
  shardOf(a.destinationId) - shardOf(b.destinationId) ||
  a.destinationId.localeCompare(b.destinationId) ||
  byTime(a, b);

function queueOf(pending: ReadonlyMap<string, Due>): DueQueries {
  const take = async (which: (one: Due) => boolean, order: typeof byTime, limit: number) =>
    [...pending.values()].filter(which).sort(order).slice(0, limit);
  return {
    since: ({ at, id }, now, limit) =>
      take((one) => one.dueAt <= now && (one.dueAt > at || (one.dueAt === at && one.id > id)), byTime, limit),
    changed: (from, to, limit) =>
      take(
        (one) => one.status === 'pending' && one.position > from && one.position <= to,
        (a, b) => Number(a.position - b.position),
        limit,
      ),
    of: (destinationId, now, limit) =>
      take((one) => one.destinationId === destinationId && one.dueAt <= now, byTime, limit),
    among: (ids, now) => take((one) => ids.includes(one.id) && one.dueAt <= now, byTime, ids.length),
    pendingAfter: ({ shard, destinationId }, lastShard, limit) =>
      take(
        (one) => {
          const its = shardOf(one.destinationId);
          return its <= lastShard && (its > shard || (its === shard && one.destinationId > destinationId));
        },
        byShard,
        limit,
      ),
    depth: async () => ({ due: pending.size, oldest: null }),
  };
}

type PlaceOfDelivery = Awaited<ReturnType<RecoveryQueries['next']>>[number];

function recoverable(
  { deliveries }: Models,
  { destinationIds, selection }: RecoveryQuery,
  after: PlaceOfDelivery | undefined,
  limit: number,
): readonly PlaceOfDelivery[] {
  const { since, sincePosition, until, kind, formId } = selection;
  const key = ({ at, id }: PlaceOfDelivery) => at + id;
  return [...deliveries]
    .filter(
      ([, doc]) =>
        selection.statuses.some((status) => status === doc.status) &&
        (destinationIds?.includes(doc.destination_id) ?? true) &&
        (kind === null ? doc.kind !== 'ping' : doc.kind === kind) &&
        (formId === null || doc.form_id === formId) &&
        doc.created_at < until &&
        (since === null || doc.created_at >= since) &&
        (sincePosition === null || doc.source_position >= comparable(sincePosition)),
    )
    .map(([id, { created_at: at }]) => ({ at, id }))
    .filter((place) => !after || key(place) > key(after))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .slice(0, limit);
}
