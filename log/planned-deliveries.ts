import { delivery } from '../domain/delivery/decider.ts';
import { needsFirst, type Plan, planDelivery, planTest, subscriptionOf } from '../domain/delivery/plan.ts';
import { type DeliveryState, type PlannedDelivery, stateOfPlan } from '../domain/delivery/state.ts';
import { destination } from '../domain/destination/decider.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { Aggregates } from './aggregates.ts';
import { type EventLog, noStream, type RecordedEvent } from './event-log.ts';
import { readUnlessErased } from './read-unless-erased.ts';
import type { Folded } from './stream-cache.ts';

/** The source event of a delivery, by its stream and its revision in it, and the destination. */
export interface DeliveryOrigin {
  readonly destinationId: string;
  readonly stream: string;
  readonly revision: number;
}

/** The state of a delivery; `planned` is null once the delivery has events. */
export interface LoadedDelivery extends Folded<DeliveryState> {
  readonly planned: PlannedDelivery | null;
}

interface LoadOptions {
  /** If absent, it is looked up. */
  readonly origin?: DeliveryOrigin | undefined;
  /** See `Aggregates.load`. */
  readonly maxAgeMs?: number;
  /** Nothing is known to have happened to the delivery since its source event: it counts as planned up to this age of the event. */
  readonly isNew?: boolean | undefined;
}

/** Loads deliveries, of which most have no events before their first attempt. */
export interface PlannedDeliveries {
  /**
   * Returns the state of a delivery: that of its events, or of its plan if it has none yet. A delivery whose source event
   * is erased, and that has no events, does not exist.
   * @throws StreamErased if the delivery is erased; LogUnavailable
   */
  load(deliveryId: string, options?: LoadOptions): Promise<LoadedDelivery>;
}

export interface PlannedDeliveriesDeps {
  readonly aggregates: Pick<Aggregates, 'load' | 'loadAsOf' | 'ageOfEvent'>;
  readonly log: Pick<EventLog, 'readEvent'>;
  /** The service's base URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Looks up where a delivery comes from; null if that is not known. */
  readonly originOf: (deliveryId: string) => Promise<DeliveryOrigin | null>;
}

export function openPlannedDeliveries({
  aggregates,
  log,
  publicUrl,
  originOf,
}: PlannedDeliveriesDeps): PlannedDeliveries {
  async function planOf(source: RecordedEvent, destinationId: string): Promise<Plan | null> {
    const test = planTest(source);
    if (test) return test;
    const first = needsFirst(source) ? await readUnlessErased(log, source.stream, 0) : null;
    const at = await aggregates.loadAsOf(destination, streamOf.destination(destinationId), source.position);
    const subscription = at.state.exists ? subscriptionOf(at.state) : null;
    return subscription && planDelivery(subscription, source, first);
  }

  /** No delivery has events before its source event is in the log. */
  const isUntried = ({ position }: RecordedEvent, maxAgeMs: number): boolean =>
    aggregates.ageOfEvent(position) < maxAgeMs;

  return {
    async load(deliveryId, { origin, maxAgeMs = 0, isNew = false } = {}) {
      const named = origin && (await readUnlessErased(log, origin.stream, origin.revision));
      const known =
        named && isNew && isUntried(named, maxAgeMs)
          ? absent
          : await aggregates.load(delivery, streamOf.delivery(deliveryId), maxAgeMs);
      if (known.state.exists) return { ...known, planned: null };
      const from = origin ?? (await originOf(deliveryId));
      const source = named ?? (from && (await readUnlessErased(log, from.stream, from.revision)));
      const plan = from && source && (await planOf(source, from.destinationId));
      if (plan?.subject.deliveryId !== deliveryId) return { ...known, planned: null };
      const planned = { subject: { ...plan.subject, publicUrl }, isSkipped: plan.isSkipped };
      return { ...known, state: stateOfPlan(planned), planned };
    },
  };
}

const absent: Folded<DeliveryState> = { state: { exists: false }, revision: noStream, position: null };
