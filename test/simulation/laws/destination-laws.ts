import type { WebhookKind } from '../../../domain/destination/events.ts';
import type { ChosenFields } from '../../../domain/destination/question-choice.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { KnownDelivery, LawsDeps } from './law.ts';

/** The questions of every form of this world, by the ids of their fields. */
export const askedFields = ['q1', 'q2'] as const;

/** A destination as the laws know it. */
export interface KnownDestination {
  readonly id: string;
  readonly accountId: string;
  events: readonly WebhookKind[];
  formId: string | null;
  includedFields: readonly ChosenFields[] | null;
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

type Wanting = Pick<KnownDestination, 'events' | 'formId' | 'includedFields'>;
type Told = Pick<KnownDelivery, 'kind' | 'formId' | 'isTest' | 'fields'>;

/** The fields of a form that a destination has chosen; null for all. */
export const fieldsOf = (
  { includedFields }: Pick<Wanting, 'includedFields'>,
  formId: string | null,
): readonly string[] | null =>
  includedFields && (includedFields.find((of) => of.formId === formId)?.fieldIds ?? []);

/** Whether a destination has chosen every question that a delivery tells, of which there is one at least. */
export function areQuestionsWanted(to: Wanting, { kind, formId, fields }: Told): boolean {
  if (kind === 'form.published' || kind === 'ping') return true;
  const told = fields === null ? askedFields : askedFields.filter((id) => fields.includes(id));
  const chosen = fieldsOf(to, formId);
  return told.length > 0 && told.every((id) => chosen === null || chosen.includes(id));
}

/** Whether the settings of a destination want a delivery. */
export const isWanted = (to: Wanting, delivery: Told): boolean =>
  delivery.isTest ||
  (to.events.some((kind) => kind === delivery.kind) &&
    (to.formId === null || to.formId === delivery.formId) &&
    areQuestionsWanted(to, delivery));

/** Follows the destinations through the log. */
export function openDestinationLaws({ now }: Pick<LawsDeps, 'now'>): DestinationLaws {
  const known = new Map<string, KnownDestination>();

  function recorded({ event, stream, position, metadata: { accountId } }: RecordedEvent): void {
    if (event.type === 'DestinationConfigured') {
      const { destinationId: id, settings, enabled } = event.data;
      const { events, formId, includedFields = null, concurrency } = settings;
      known.set(id, {
        id,
        accountId,
        events,
        formId,
        includedFields,
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
