import type { RecordedEvent } from '../../log/event-log.ts';
import { openDeliveryLaws } from './delivery-laws.ts';
import { openDestinationLaws } from './destination-laws.ts';
import { openDisableLaw } from './disable-law.ts';
import type { LawsDeps } from './law.ts';
import { openPlanningLaws } from './planning-laws.ts';

/** Looks at everything that happens, and knows by its own count what should. */
export interface Laws {
  /** Something was appended to the log. */
  recorded(event: RecordedEvent): void;
  /** A process manager has done all that the log calls for up to a position. */
  managed(id: string, position: bigint): void;
  /** A request was begun. */
  sending(deliveryId: string): void;
  /** It has ended. */
  sent(deliveryId: string): void;
  /** Nothing more will happen. */
  ended(): void;
  /** How many deliveries there are in each status. */
  counts(): Readonly<Record<string, number>>;
}

export function openLaws(deps: LawsDeps): Laws {
  const destinations = openDestinationLaws(deps);
  const planning = openPlanningLaws(deps, destinations);
  const deliveries = openDeliveryLaws(deps, destinations);
  const disabling = openDisableLaw(deps, destinations);
  return {
    recorded(event) {
      // Those that come later look at what the destinations were before this event.
      disabling.recorded(event);
      planning.recorded(event);
      deliveries.recorded(event);
      destinations.recorded(event);
    },
    managed(id, position) {
      if (id === 'planner@1') planning.planned(position);
      if (id === 'health@1') disabling.judged(position);
    },
    sending: deliveries.sending,
    sent: deliveries.sent,
    ended() {
      planning.planned(null);
      deliveries.ended();
    },
    counts: deliveries.counts,
  };
}
