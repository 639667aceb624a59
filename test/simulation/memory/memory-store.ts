import type { RecordedEvent } from '../../../log/event-log.ts';
import { type Document, project, type Projection } from '../../../projections/projection.ts';
import type { DueDelivery } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import { deliveries, type DeliveryDocument } from '../../../projections/read-models/deliveries/projection.ts';
import {
  type DestinationDocument,
  destinations,
} from '../../../projections/read-models/destinations/projection.ts';
import { type ErasureDocument, erasures } from '../../../projections/read-models/erasures/projection.ts';
import { recoveries, type RecoveryDocument } from '../../../projections/read-models/recoveries/projection.ts';
import { type Due, type MemoryQueries, openMemoryQueries } from './memory-queries.ts';

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

/** The read store, in memory and never behind by itself. */
export interface MemoryStore extends MemoryQueries {
  /** Takes in one event after the other. */
  apply(event: RecordedEvent): void;
  /** There is nothing more at a position of the log. */
  pass(position: bigint): void;
  /** The position up to which it holds the log. */
  position(): bigint;
  /** The position of the last change to a model; -1 before the first. */
  changedAt(model: string): bigint;
  /** Every delivery, by its id. */
  readonly documents: ReadonlyMap<string, DeliveryDocument>;
  /** Forgets everything, as a MongoDB whose data is lost: the projector builds the models from the start of the log. */
  empty(): void;
  /** What waits for an attempt. */
  pending(): Iterable<DueDelivery>;
}

export function openMemoryStore(): MemoryStore {
  const models = {
    deliveries: modelOf<DeliveryDocument>(deliveries),
    destinations: modelOf<DestinationDocument>(destinations),
    recoveries: modelOf<RecoveryDocument>(recoveries),
    erasures: modelOf<ErasureDocument>(erasures),
  };
  /** Only what is pending is looked through: months of what has ended are not. */
  const pending = new Map<string, Due>();
  const changes = new Map<string, bigint>();
  let position = 0n;

  function apply(event: RecordedEvent): void {
    for (const [name, model] of Object.entries(models)) {
      const id = model.apply(event);
      if (id === null) continue;
      changes.set(name, event.position);
      if (name === 'deliveries') note(id, event.position);
    }
    ({ position } = event);
  }

  function note(id: string, changedAt: bigint): void {
    const doc = models.deliveries.docs.get(id);
    if (!doc || doc.next_attempt_at === null) return void pending.delete(id);
    const { destination_id: destinationId, attempt_count: attempts, next_attempt_at: dueAt, status } = doc;
    pending.set(id, { id, destinationId, attempts, dueAt, position: changedAt, status });
  }

  const queries = openMemoryQueries(
    {
      deliveries: models.deliveries.docs,
      destinations: models.destinations.docs,
      recoveries: models.recoveries.docs,
      erasures: models.erasures.docs,
    },
    pending,
  );
  return {
    ...queries,
    apply,
    pass: (to) => void (position = to),
    empty() {
      for (const { docs } of Object.values(models)) docs.clear();
      pending.clear();
      changes.clear();
      position = 0n;
    },
    position: () => position,
    changedAt: (model) => changes.get(model) ?? -1n,
    documents: models.deliveries.docs,
    pending: () => pending.values(),
  };
}
