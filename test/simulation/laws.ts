import type { DomainEvent } from '../../domain/event-registry.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { openDeliveryLaws } from './delivery-laws.ts';
import { openDestinationLaws } from './destination-laws.ts';
import { openDisableLaw } from './disable-law.ts';
import { openPlanningLaws } from './planning-laws.ts';

export const lawNames = [
  'each event has one delivery for each destination that it is for, and no other',
  'what a disabled destination misses is recorded as skipped',
  'attempts are counted without gap or doubling, and there are never more of them than the limit',
  'no attempt begins before it is due',
  'a retry is due as the schedule and Retry-After say',
  'a delivery ends as its last attempt says, and nothing comes after its end',
  'a delivery is skipped or cancelled only because of its destination',
  'a recovery sends a delivery again once at most',
  'the disable rule fires exactly when it must',
  'nothing is sent to a destination that was removed or disabled',
  'every delivery ends',
  'every recovery ends',
  'no part ends by itself',
  'without faults each attempt is sent once, within the limits of its destination',
] as const;
export type LawName = (typeof lawNames)[number];

/** Says that a law does not hold. @param ids of what it is about */
export type Break = (law: LawName, what: string, ids?: readonly string[]) => void;

export type EventOfType<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

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

export interface LawsDeps {
  readonly now: () => number;
  readonly broken: Break;
  /** Whether nothing goes wrong in this world but the receivers. */
  readonly isFaultless: boolean;
  /** How long after a change somebody may act on what was before it. */
  readonly staleMs: number;
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
