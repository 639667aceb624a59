import type { DeliveryKind } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { DestinationLaws } from './destination-laws.ts';
import type { LawsDeps } from './law.ts';

interface Expected {
  readonly stream: string;
  readonly eventId: string;
  readonly destinationId: string;
  readonly position: bigint;
  /** It is to be recorded as missed. */
  readonly isMissed: boolean;
  deliveryId: string | null;
  isSkipped: boolean;
}

const oneDelivery = 'each event has one delivery for each destination that it is for, and no other';
const skipped = 'what a disabled destination misses is recorded as skipped';

/** Counts for itself which deliveries there must be. */
export function openPlanningLaws({ broken }: LawsDeps, destinations: DestinationLaws) {
  const expected = new Map<string, Expected>();
  const byDelivery = new Map<string, Expected>();
  /** Those that the planner has not yet said to be done with. */
  let open: Expected[] = [];
  const forms = new Map<string, string>();
  const nameOf = (eventId: string, destinationId: string) => `${eventId} ${destinationId}`;

  function expect(
    { id: eventId, stream, position }: RecordedEvent,
    destinationId: string,
    isMissed: boolean,
  ): void {
    const one = { stream, eventId, destinationId, position, isMissed, deliveryId: null, isSkipped: false };
    expected.set(nameOf(eventId, destinationId), one);
    open.push(one);
  }

  function tell(fact: RecordedEvent, kind: DeliveryKind, formId: string | undefined): void {
    for (const to of destinations.all())
      if (!to.removed && to.events.some((wanted) => wanted === kind) && [null, formId].includes(to.formId))
        expect(fact, to.id, !to.enabled);
  }

  function recorded(fact: RecordedEvent): void {
    const { event, stream } = fact;
    switch (event.type) {
      case 'SubmissionCreated':
        forms.set(stream, event.data.form.id);
        if (event.data.isComplete) tell(fact, 'submission.created', event.data.form.id);
        break;
      case 'SubmissionPaymentCompleted':
        tell(fact, 'submission.payment_completed', forms.get(stream));
        break;
      case 'FormPublished':
        tell(fact, 'form.published', event.data.formId);
        break;
      case 'DestinationPinged':
        expect(fact, event.data.destinationId, false);
        break;
      case 'DeliveryScheduled':
        return scheduled(event.data);
      case 'DeliverySkipped':
        return void Object.assign(byDelivery.get(stream.slice('delivery-'.length)) ?? {}, {
          isSkipped: true,
        });
      default:
    }
  }

  function scheduled(data: { deliveryId: string; destinationId: string; source: { eventId: string } }): void {
    const { deliveryId, destinationId, source } = data;
    const wanted = expected.get(nameOf(source.eventId, destinationId));
    if (!wanted) return broken(oneDelivery, `${deliveryId} is for nobody`, [deliveryId, destinationId]);
    if (wanted.deliveryId !== null)
      return broken(oneDelivery, `${deliveryId} beside ${wanted.deliveryId}`, [
        deliveryId,
        wanted.deliveryId,
      ]);
    wanted.deliveryId = deliveryId;
    byDelivery.set(deliveryId, wanted);
  }

  /** The planner says that it is done up to a position; null: altogether. */
  function planned(position: bigint | null): void {
    const isDone = (it: Expected) => position === null || it.position <= position;
    for (const { deliveryId, destinationId, eventId, isMissed, isSkipped } of open.filter(isDone)) {
      if (deliveryId === null)
        broken(oneDelivery, `none of ${eventId} for ${destinationId}`, [destinationId]);
      else if (isMissed && !isSkipped) broken(skipped, `${deliveryId} was not`, [deliveryId, destinationId]);
    }
    open = open.filter((it) => !isDone(it));
  }

  /** Of what is gone nobody need be told. */
  function erased(stream: string): void {
    open = open.filter((it) => it.stream !== stream);
  }

  return { recorded, planned, erased };
}
