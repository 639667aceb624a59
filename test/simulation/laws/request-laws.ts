import { type DestinationLaws, isWanted } from './destination-laws.ts';
import type { KnownDelivery, LawsDeps } from './law.ts';

const closed = 'nothing is sent to a destination that was removed or disabled';
const unwanted = 'nothing is sent that the settings of its destination have left out since';
const tooEarly = 'no attempt begins before it is due';
const once = 'without faults each attempt is sent once, within the limits of its destination';
const over = 'nothing is sent for a delivery that the log has as ended';

/** Looks at what receivers really get; a process that dies may have sent what the log never hears of. */
export function openRequestLaws(
  { now, broken, isFaultless, staleMs }: LawsDeps,
  destinations: DestinationLaws,
) {
  const sentOf = new Map<string, number>();
  const underWay = new Map<string, number>();

  function sending(delivery: KnownDelivery): void {
    const { id: deliveryId, destinationId, status, dueAt, changedAt, isTest } = delivery;
    const ids = [deliveryId, destinationId];
    const to = destinations.get(destinationId);
    // Somebody may have read the delivery before it changed, and act on it now.
    const isOfNow = now() - changedAt > staleMs;
    if (isOfNow && status !== 'pending') broken(over, `${deliveryId} is ${status}, and is sent`, ids);
    if (to?.removed && now() - to.removedAt > staleMs) broken(closed, `${deliveryId} after its removal`, ids);
    if (to && !to.enabled && !isTest && now() - to.turnedAt > staleMs)
      broken(closed, `${deliveryId} while it is disabled`, ids);
    if (to && now() - to.changedAt > staleMs && !isWanted(to, delivery))
      broken(unwanted, `${deliveryId} is sent`, ids);
    if (isOfNow && dueAt > now()) broken(tooEarly, `${deliveryId} is sent ${dueAt - now()} ms early`, ids);
    sentOf.set(deliveryId, (sentOf.get(deliveryId) ?? 0) + 1);
    const atOnce = (underWay.get(destinationId) ?? 0) + 1;
    underWay.set(destinationId, atOnce);
    if (isFaultless && to && atOnce > to.concurrency) broken(once, `${atOnce} requests at once`, ids);
  }

  const sent = ({ destinationId }: KnownDelivery): void =>
    void underWay.set(destinationId, (underWay.get(destinationId) ?? 0) - 1);

  /** Each attempt was a request; and without faults, each request an attempt. */
  function ended(deliveries: Iterable<KnownDelivery>): void {
    for (const { id, attempts, status } of deliveries) {
      // It was sent, and then there was nothing left to record that in.
      if (status === 'erased') continue;
      const requests = sentOf.get(id) ?? 0;
      if (requests < attempts || (isFaultless && requests > attempts))
        broken(once, `${id}: ${attempts} attempts, ${requests} requests`, [id]);
    }
  }

  return { sending, sent, ended };
}
