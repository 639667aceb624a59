import type { WebhookKind } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { KnownDelivery, LawsDeps } from './law.ts';

/** A destination as the laws know it. */
export interface KnownDestination {
  readonly id: string;
  events: readonly WebhookKind[];
  formId: string | null;
  includedQuestions: readonly string[];
  concurrency: number;
  enabled: boolean;
  removed: boolean;
  /** When its settings were last others; -Infinity at first. */
  changedAt: number;
  /** When `enabled` was last another; -Infinity at first. */
  turnedAt: number;
  removedAt: number;
  /** Of the last event of its stream. */
  position: bigint;
}

export interface DestinationLaws {
  recorded(event: RecordedEvent): void;
  get(id: string): KnownDestination | undefined;
  all(): Iterable<KnownDestination>;
}

/** Whether the settings of a destination want a delivery. Nothing here asks questions, so they leave none out. */
export const isWanted = (
  { events, formId }: Pick<KnownDestination, 'events' | 'formId'>,
  delivery: Pick<KnownDelivery, 'kind' | 'formId' | 'isTest'>,
): boolean =>
  delivery.isTest ||
  (events.some((kind) => kind === delivery.kind) && (formId === null || formId === delivery.formId));

/** Follows the destinations through the log. */
export function openDestinationLaws({ now }: Pick<LawsDeps, 'now'>): DestinationLaws {
  const known = new Map<string, KnownDestination>();

  function recorded({ event, stream, position }: RecordedEvent): void {
    if (event.type === 'DestinationConfigured') {
      const { destinationId: id, settings, enabled } = event.data;
      const { events, formId, includedQuestions, concurrency } = settings;
      known.set(id, {
        id,
        events,
        formId,
        includedQuestions,
        concurrency,
        enabled,
        position,
        removed: false,
        changedAt: -Infinity,
        turnedAt: -Infinity,
        removedAt: Infinity,
      });
    }
    const destination = known.get(stream.replace(/^destination-/, ''));
    if (!destination || !stream.startsWith('destination-')) return;
    destination.position = position;
    switch (event.type) {
      case 'DestinationChanged':
        Object.assign(destination, event.data.settings, { changedAt: now() });
        break;
      case 'DestinationEnabled':
      case 'DestinationDisabled':
        destination.enabled = event.type === 'DestinationEnabled';
        destination.turnedAt = now();
        break;
      case 'DestinationRemoved':
        destination.removed = true;
        destination.removedAt = now();
        break;
      default:
    }
  }

  return { recorded, get: (id) => known.get(id), all: () => known.values() };
}
