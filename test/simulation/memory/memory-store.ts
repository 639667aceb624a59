import type { RecordedEvent } from '../../../log/event-log.ts';
import { type Document, project, type Projection } from '../../../projections/projection.ts';
import type { DeliveryDocument } from '../../../projections/read-models/deliveries/document.ts';
import type { DueDelivery } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import {
  deliveries,
  type SubscriptionsDocument,
  subscriptionsPrefix,
} from '../../../projections/read-models/deliveries/projection.ts';
import type { SubscriptionsAsOf } from '../../../projections/read-models/destinations/account-subscriptions.ts';
import {
  type DestinationDocument,
  destinations,
} from '../../../projections/read-models/destinations/projection.ts';
import { type ErasureDocument, erasures } from '../../../projections/read-models/erasures/projection.ts';
import { recoveries, type RecoveryDocument } from '../../../projections/read-models/recoveries/projection.ts';
import { foldBatch } from '../../../projections/runner/fold-batch.ts';
import { planBatch } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { type MemoryCollection, openMemoryCollection } from './memory-collection.ts';
import { type MemoryParked, openMemoryParked } from './memory-parked.ts';
import { type Due, type MemoryQueries, openMemoryQueries } from './memory-queries.ts';

/** A read model in memory, folded by the real projection. */
function modelOf<D extends Document>(projection: Projection<D>) {
  const docs = new Map<string, D>();
  const prefixes = projection.streamPrefixes;
  return {
    docs,
    /** Whether it changed something. */
    apply(event: RecordedEvent): boolean {
      if (!prefixes.some((prefix) => event.stream.startsWith(prefix)) || !projection.on[event.event.type])
        return false;
      const key = projection.key(event);
      if (key === null) return false;
      const doc = project(projection, docs.get(key) ?? null, event);
      if (doc) docs.set(key, doc);
      else docs.delete(key);
      return true;
    },
  };
}

/**
 * Applies one event to a collection of deliveries.
 * @param firstOf the first event of a stream, for payments of earlier releases
 */
export function applyTo(
  { stored, set }: Pick<MemoryCollection, 'stored' | 'set'>,
  projection: Projection,
  event: RecordedEvent,
  first: RecordedEvent | null = null,
): void {
  if (!projection.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))) return;
  const firsts = new Map(first ? [[event.id, first]] : []);
  const plan = planBatch(projection, [{ event, position: event.position }], {
    origins: { states: stored, firsts },
  });
  for (const [id, versioned] of foldBatch(projection, plan, stored).changes) set(id, versioned);
}

/** The read store, in memory and never behind by itself. */
export interface MemoryStore extends MemoryQueries {
  /** Takes in one event after the other. */
  apply(event: RecordedEvent): void;
  /** Takes an event into all models but the deliveries, which a runner follows. */
  applyOthers(event: RecordedEvent): void;
  /** There is nothing more at a position of the log. */
  pass(position: bigint): void;
  /** The runner of the deliveries has come to a position. */
  moveDeliveries(position: bigint): void;
  /** The position up to which all of it holds the log. */
  position(): bigint;
  /** The position up to which a model holds the log. */
  positionOf(model: string): bigint;
  /** The position of the last change to a model; -1 before the first. */
  changedAt(model: string): bigint;
  /** Every delivery, by its id. */
  readonly documents: ReadonlyMap<string, DeliveryDocument>;
  /** The deliveries as they are stored. */
  readonly collection: MemoryCollection;
  readonly parked: MemoryParked;
  /** Forgets everything, as a MongoDB whose data is lost: the projector builds the models from the start of the log. */
  empty(): void;
  /** What waits for an attempt. */
  pending(): Iterable<DueDelivery>;
}

export function openMemoryStore(): MemoryStore {
  const others = {
    destinations: modelOf<DestinationDocument>(destinations),
    recoveries: modelOf<RecoveryDocument>(recoveries),
    erasures: modelOf<ErasureDocument>(erasures),
  };
  const collection = openMemoryCollection();
  const documents = new Map<string, DeliveryDocument>();
  const parked = openMemoryParked();
  /** Only what is pending is looked through: months of what has ended are not. */
  const pending = new Map<string, Due>();
  const changes = new Map<string, bigint>();
  const positions = { deliveries: 0n, others: 0n };
  let isChanged = false;
  collection.watch((id, _, versioned) => {
    if (id.startsWith(subscriptionsPrefix)) return;
    isChanged = true;
    note(id, versioned);
  });

  function note(id: string, { position, doc: stored }: VersionedDocument): void {
    // The collection holds what the projection of deliveries gives.
    const doc = stored as DeliveryDocument | null;
    if (!doc) {
      documents.delete(id);
      pending.delete(id);
      return;
    }
    documents.set(id, doc);
    const { destination_id: destinationId, attempt_count: attempts, next_attempt_at: dueAt, status } = doc;
    const { stream, revision } = doc.source;
    const origin = { destinationId, stream, revision };
    if (dueAt === null) pending.delete(id);
    else pending.set(id, { id, destinationId, attempts, dueAt, position, status, origin });
  }

  function applyOthers(event: RecordedEvent): void {
    for (const [name, model] of Object.entries(others))
      if (model.apply(event)) changes.set(name, event.position);
    positions.others = event.position;
  }

  function moveDeliveries(position: bigint): void {
    positions.deliveries = position;
    if (isChanged) changes.set('deliveries', position);
    isChanged = false;
  }

  function clearDeliveries(): void {
    collection.clear();
    documents.clear();
    pending.clear();
  }

  function subscriptionsOf(accountId: string): readonly [string, SubscriptionsAsOf][] {
    if (parked.hasAccount(accountId)) return [];
    const state = collection.stored.get(subscriptionsPrefix + accountId);
    const { subscriptions = [] } = (state?.doc as SubscriptionsDocument | undefined) ?? {};
    return [[accountId, { position: state?.position ?? -1n, subscriptions }]];
  }

  const queries = openMemoryQueries(
    {
      deliveries: documents,
      destinations: others.destinations.docs,
      recoveries: others.recoveries.docs,
      erasures: others.erasures.docs,
    },
    pending,
    async (accountIds) => new Map(accountIds.flatMap((id) => subscriptionsOf(id))),
  );
  const positionOf = (model: string): bigint =>
    model === 'deliveries' ? positions.deliveries : positions.others;
  return {
    ...queries,
    apply(event) {
      applyTo(collection, deliveries, event);
      applyOthers(event);
      moveDeliveries(event.position);
    },
    applyOthers,
    pass: (to) => void (positions.others = to),
    moveDeliveries,
    empty() {
      for (const { docs } of Object.values(others)) docs.clear();
      clearDeliveries();
      parked.empty();
      changes.clear();
      Object.assign(positions, { deliveries: 0n, others: 0n });
    },
    position: () => (positions.deliveries < positions.others ? positions.deliveries : positions.others),
    positionOf,
    changedAt: (model) => changes.get(model) ?? -1n,
    documents,
    collection: { ...collection, clear: clearDeliveries },
    parked,
    pending: () => pending.values(),
  };
}
