import type { RecoveryQueries } from '../../projections/queries/recoveries.ts';
import type { DestinationQueries } from '../../projections/queries/destinations.ts';
import { recoverableStatuses } from '../../domain/delivery/decider.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { deliveries, type DeliveryDocument } from '../../projections/deliveries.ts';
import { destinations, type DestinationDocument } from '../../projections/destinations.ts';
import { project, type Document, type Projection } from '../../projections/projection.ts';
import type { DestinationLimits } from '../../projections/queries/destination-limits.ts';
import type { DueDelivery, DueQueries } from '../../projections/queries/due-deliveries.ts';
import { recoveries, type RecoveryDocument } from '../../projections/recoveries.ts';

/** A read model in memory, folded by the real projection. */
function modelOf<D extends Document>(projection: Projection<D>) {
  const docs = new Map<string, D>();
  const prefixes = projection.streamPrefixes;
  return {
    docs,
    /** Answers the id of what it changed. */
    apply(event: RecordedEvent): string | null {
      if (!prefixes.some((prefix) => event.stream.startsWith(prefix)) || !projection.on[event.event.type])
        return null;
      const key = projection.key(event);
      if (key === null) return null;
      const doc = project(projection, docs.get(key) ?? null, event);
      if (doc) docs.set(key, doc);
      else docs.delete(key);
      return key;
    },
  };
}

type Due = DueDelivery & { readonly status: string };
const byTime = (a: Due, b: Due) => a.dueAt.localeCompare(b.dueAt) || a.id.localeCompare(b.id);

/** What the dispatcher asks of the read store, in memory and never behind by itself. */
export interface MemoryStore {
  apply(event: RecordedEvent): void;
  /** The position up to which it holds the log. */
  position(): bigint;
  /** The position of the last change to a model; -1 before the first. */
  changedAt(model: string): bigint;
  readonly deliveries: ReadonlyMap<string, DeliveryDocument>;
  /** What waits for an attempt. */
  pending(): Iterable<DueDelivery>;
  readonly queue: DueQueries;
  readonly limits: DestinationLimits;
  readonly recoveries: Pick<RecoveryQueries, 'running' | 'next'>;
  readonly destinations: Pick<DestinationQueries, 'list'>;
}

export function openMemoryStore(): MemoryStore {
  const models = {
    deliveries: modelOf<DeliveryDocument>(deliveries),
    destinations: modelOf<DestinationDocument>(destinations),
    recoveries: modelOf<RecoveryDocument>(recoveries),
  };
  /** Only what is pending is looked through: months of what has ended are not. */
  const pending = new Map<string, Due>();
  const changes = new Map<string, bigint>();
  let position = 0n;

  function apply(event: RecordedEvent): void {
    for (const [name, model] of Object.entries(models)) {
      const id = model.apply(event);
      if (id !== null) changes.set(name, event.position);
      if (id !== null && name === 'deliveries') note(id, event.position);
    }
    ({ position } = event);
  }

  function note(id: string, changedAt: bigint): void {
    const doc = models.deliveries.docs.get(id);
    if (doc) {
      const { destination_id: destinationId, attempt_count: attempts, next_attempt_at: dueAt } = doc;
      if (dueAt === null) pending.delete(id);
      else
        pending.set(id, {
          ...{ id, destinationId, attempts, dueAt },
          ...{ position: changedAt, status: doc.status },
        });
    }
  }

  const take = async (which: (one: Due) => boolean, order: typeof byTime, limit: number) =>
    [...pending.values()].filter(which).sort(order).slice(0, limit);

  const queue: DueQueries = {
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
    async destinationAfter(id) {
      const further = [...pending.values()].map((one) => one.destinationId).filter((one) => one > id);
      return further.sort()[0] ?? null;
    },
    depth: async () => ({ due: pending.size, oldest: null }),
  };

  const limits: DestinationLimits = {
    async of(ids) {
      const found = ids.flatMap((id) => {
        const doc = models.destinations.docs.get(id);
        return doc ? [[id, { concurrency: doc.concurrency, perSecond: doc.rate_per_second }] as const] : [];
      });
      return new Map(found);
    },
  };

  return {
    ...{ apply, queue, limits },
    position: () => position,
    changedAt: (model) => changes.get(model) ?? -1n,
    deliveries: models.deliveries.docs,
    pending: () => pending.values(),
    recoveries: {
      running: async (limit) =>
        [...models.recoveries.docs]
          .filter(([, { is_unfinished }]) => is_unfinished)
          .map(([id]) => id)
          .slice(0, limit),
      async next({ destinationIds, selection: { since, until } }, after, limit) {
        const key = ({ at, id }: { at: string; id: string }) => at + id;
        return [...models.deliveries.docs]
          .filter(
            ([, doc]) =>
              recoverableStatuses.some((status) => status === doc.status) &&
              destinationIds.includes(doc.destination_id) &&
              doc.kind !== 'ping' &&
              doc.created_at < until &&
              (since === null || doc.created_at >= since),
          )
          .map(([id, { created_at: at }]) => ({ at, id }))
          .filter((place) => !after || key(place) > key(after))
          .sort((a, b) => (key(a) < key(b) ? -1 : 1))
          .slice(0, limit);
      },
    },
    destinations: {
      list: async () => ({
        items: [...models.destinations.docs].map(([id, doc]) => ({ ...doc, id })),
        next: null,
      }),
    },
  };
}
