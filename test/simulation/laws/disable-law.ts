import type { RecordedEvent } from '../../../log/event-log.ts';
import type { DestinationLaws } from './destination-laws.ts';
import type { EventOfType, LawsDeps } from './law.ts';

const law = 'the disable policy fires exactly when it must';
const day = 24 * 60 * 60_000;

interface Row {
  readonly exhausted: number;
  readonly attempts: number;
  readonly since: string;
}

/** An event after which its destination must be disabled, unless somebody has touched that since. */
interface Due {
  readonly destinationId: string;
  readonly eventId: string;
  readonly position: bigint;
  readonly isGone: boolean;
  readonly row: Row | undefined;
}

/** Counts for itself when a destination must be disabled. */
export function openDisableLaw({ broken }: LawsDeps, destinations: DestinationLaws) {
  const rows = new Map<string, Row>();
  const dues = new Map<string, Due>();
  let open: Due[] = [];
  /** The destinations by the streams of their deliveries. */
  const destinationOf = new Map<string, string>();
  /** Destinations with erased attempts: who reads the log from its start again no longer counts those. */
  const shortened = new Set<string>();
  let isReadAgain = false;
  const isUncertain = (destinationId: string): boolean => isReadAgain && shortened.has(destinationId);

  function call(destinationId: string, { id: eventId, position }: RecordedEvent, isGone: boolean): void {
    const due = { destinationId, eventId, position, isGone, row: rows.get(destinationId) };
    dues.set(eventId, due);
    open.push(due);
  }

  const isTooMuch = (row: Row | undefined, at: string): boolean =>
    row !== undefined &&
    (row.exhausted >= 5 || (row.attempts >= 100 && Date.parse(at) - Date.parse(row.since) >= day));

  function recorded(fact: RecordedEvent): void {
    const { event, stream } = fact;
    switch (event.type) {
      case 'DeliveryAttempted': {
        const { destinationId, outcome, at } = event.data;
        destinationOf.set(stream, destinationId);
        const isArrived = outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;
        const { exhausted = 0, attempts = 0, since = at } = rows.get(destinationId) ?? {};
        if (isArrived) rows.delete(destinationId);
        else rows.set(destinationId, { exhausted, attempts: attempts + 1, since });
        if (isTooMuch(rows.get(destinationId), at)) call(destinationId, fact, false);
        return;
      }
      case 'DeliveryExhausted': {
        const { destinationId, reason, at } = event.data;
        const row = rows.get(destinationId);
        if (row && reason === 'attempt_limit')
          rows.set(destinationId, { ...row, exhausted: row.exhausted + 1 });
        if (reason === 'gone' || isTooMuch(rows.get(destinationId), at))
          call(destinationId, fact, reason === 'gone');
        return;
      }
      case 'DestinationEnabled':
      case 'DestinationRemoved':
        rows.delete(stream.slice('destination-'.length));
        return;
      case 'DestinationDisabled':
        return disabled(stream.slice('destination-'.length), event, fact.metadata.causationId);
      default:
    }
  }

  function disabled(
    id: string,
    { data: { reason } }: EventOfType<'DestinationDisabled'>,
    because: string,
  ): void {
    if (reason.kind === 'operator') return;
    const due = dues.get(because);
    const destination = destinations.get(id);
    if (!due || !destination || due.destinationId !== id)
      return broken(law, `${id} was disabled for ${reason.kind}, which nothing calls for`, [id]);
    if (destination.position > due.position)
      broken(law, `${id} was disabled for what was before somebody touched it`, [id]);
    const isRight =
      reason.kind === 'gone'
        ? due.isGone
        : reason.exhausted === due.row?.exhausted &&
          reason.attempts === due.row.attempts &&
          reason.failedSince === due.row.since;
    if (!isRight && !isUncertain(id)) broken(law, `${id} was disabled for ${JSON.stringify(reason)}`, [id]);
  }

  /** The health rule's hand says that it is done up to a position. */
  function judged(position: bigint): void {
    for (const due of open.filter((one) => one.position <= position)) {
      const destination = destinations.get(due.destinationId);
      if (isUncertain(due.destinationId)) continue;
      if (destination?.enabled && !destination.removed && destination.position < due.position)
        broken(law, `${due.destinationId} was not disabled for ${due.eventId}`, [due.destinationId]);
    }
    open = open.filter((one) => one.position > position);
  }

  function erased(stream: string): void {
    const destinationId = destinationOf.get(stream);
    if (destinationId !== undefined) shortened.add(destinationId);
  }

  return { recorded, judged, erased, emptied: () => void (isReadAgain = true) };
}
