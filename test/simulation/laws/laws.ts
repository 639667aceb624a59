import type { RecordedEvent } from '../../../log/event-log.ts';
import { modelId } from '../../../projections/projection.ts';
import { openDeliveryLaws } from './delivery-laws.ts';
import { openDestinationLaws } from './destination-laws.ts';
import { openDisableLaw } from './disable-law.ts';
import { openErasureLaws } from './erasure-laws.ts';
import type { LawsDeps, SentWebhook } from './law.ts';
import { openModelLaws } from './model-laws.ts';
import { openPlanningLaws } from './planning-laws.ts';
import { openRecoveryLaws } from './recovery-laws.ts';
import { openRequestLaws } from './request-laws.ts';
import { openSignatureLaws } from './signature-laws.ts';

/** Looks at everything that happens, and knows by its own count what should. */
export interface Laws {
  /** Something was appended to the log. */
  recorded(event: RecordedEvent): void;
  /** A stream was deleted for good. */
  erased(stream: string): void;
  /** MongoDB lost all its data: everything is built and planned again. */
  emptied(): void;
  /** A runner has done all that the log calls for up to a position. */
  managed(id: string, position: bigint): void;
  /** A request was begun. */
  sending(deliveryId: string, webhook: SentWebhook): void;
  /** It has ended. */
  sent(deliveryId: string): void;
  /** Nothing more will happen. */
  ended(): void;
  /** How many deliveries there are in each status. */
  counts(): Readonly<Record<string, number>>;
}

export function openLaws(deps: LawsDeps): Laws {
  const destinations = openDestinationLaws(deps);
  const model = openModelLaws(deps);
  const erasures = openErasureLaws(deps, () => deliveries.all());
  const deliveries = openDeliveryLaws(deps, destinations, erasures.isErased);
  const planning = openPlanningLaws(deps, destinations, (plan) => {
    deliveries.planned(plan);
    model.planned(plan);
  });
  const requests = openRequestLaws(deps, destinations);
  const recoveries = openRecoveryLaws(deps, destinations, deliveries);
  const signatures = openSignatureLaws(deps, deps.open);
  const disabling = openDisableLaw(deps, destinations);
  return {
    recorded(event) {
      // Those that come later look at what the destinations were before this event, and recoveries at deliveries.
      disabling.recorded(event);
      if (event.stream.startsWith('delivery-'))
        planning.tried(event, deliveries.get(event.stream.slice('delivery-'.length)));
      planning.recorded(event);
      model.recorded(event);
      recoveries.recorded(event);
      deliveries.recorded(event);
      erasures.recorded(event);
      signatures.recorded(event);
      destinations.recorded(event);
    },
    erased(stream) {
      erasures.erased(stream);
      disabling.erased(stream);
      if (!stream.startsWith('delivery-')) return;
      const id = stream.slice('delivery-'.length);
      deliveries.erased(id);
      recoveries.erased(id);
    },
    emptied() {
      disabling.emptied();
      model.emptied();
    },
    managed(id, position) {
      if (id === modelId(deps.model)) model.reached(position);
      if (id === 'health@1') disabling.judged(position);
    },
    sending(deliveryId, webhook) {
      const delivery = deliveries.get(deliveryId);
      if (!delivery) return deps.broken(unknown, `${deliveryId} is sent, and does not exist`, [deliveryId]);
      requests.sending(delivery);
      erasures.sending(delivery);
      signatures.sending(deliveryId, delivery.destinationId, webhook);
    },
    sent(deliveryId) {
      const delivery = deliveries.get(deliveryId);
      if (delivery) requests.sent(delivery);
    },
    ended() {
      model.ended();
      deliveries.ended();
      requests.ended(deliveries.all());
      recoveries.ended();
      erasures.ended();
    },
    counts: deliveries.counts,
  };
}

const unknown = 'a delivery ends as its last attempt says, and nothing comes after its end';
