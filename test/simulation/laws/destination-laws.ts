import type { WebhookKind } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { LawsDeps } from './law.ts';

/** A destination as the laws know it. */
export interface KnownDestination {
  readonly id: string;
  events: readonly WebhookKind[];
  formId: string | null;
  concurrency: number;
  enabled: boolean;
  removed: boolean;
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

/** Follows the destinations through the log. */
export function openDestinationLaws({ now }: Pick<LawsDeps, 'now'>): DestinationLaws {
  const known = new Map<string, KnownDestination>();

  function recorded({ event, stream, position }: RecordedEvent): void {
    if (event.type === 'DestinationConfigured') {
      const { destinationId: id, settings, enabled } = event.data;
      const { events, formId, concurrency } = settings;
      known.set(id, {
        ...{ id, events, formId, concurrency, enabled, position },
        ...{ removed: false, turnedAt: -Infinity, removedAt: Infinity },
      });
    }
    const destination = known.get(stream.replace(/^destination-/, ''));
    if (!destination || !stream.startsWith('destination-')) return;
    destination.position = position;
    switch (event.type) {
      case 'DestinationChanged':
        Object.assign(destination, event.data.settings);
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
