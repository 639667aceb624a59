import type { RecoveryAction, RecoverySelection } from '../../../domain/recovery/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { type DestinationLaws, isWanted } from './destination-laws.ts';
import type { EventOfType, KnownDelivery, LawsDeps } from './law.ts';

const exactly = 'a recovery sends again all that it is for, and nothing else';
const once = 'a recovery sends a delivery again once at most';
const inTurn = 'a recovery begins nothing more amid a batch, while it is paused, and after its end';
const byItself = 'a recovery stops by itself only because of its destination';
const counted = 'a recovery counts what it has sent again';

interface KnownRecovery {
  readonly id: string;
  readonly action: RecoveryAction;
  readonly selection: RecoverySelection;
  status: 'running' | 'paused' | 'cancelled' | 'completed';
  /** What it has to send again still. */
  readonly wanted: Set<string>;
  readonly taken: Set<string>;
  /** The batch that was taken and is not through; null between batches. */
  underWay: readonly string[] | null;
  /** Whether the read store held deliveries back while it looked for them. */
  isBlind: boolean;
}

/** The deliveries as they are before the event that is being looked at. */
interface Deliveries {
  get(id: string): KnownDelivery | undefined;
  all(): Iterable<KnownDelivery>;
}

const isTaken = ({ statuses }: RecoverySelection, { status }: KnownDelivery): boolean =>
  statuses.some((one) => one === status);

/** Whether a recovery is for a delivery, whatever has become of that. */
function isFor(selection: RecoverySelection, one: KnownDelivery): boolean {
  const { destinationId, since, sincePosition, until, kind, formId } = selection;
  return (
    (destinationId === null || destinationId === one.destinationId) &&
    (kind === null ? !one.isTest : kind === one.kind) &&
    (formId === null || formId === one.formId) &&
    one.at < until &&
    (since === null || one.at >= since) &&
    (sincePosition === null || one.position >= BigInt(sincePosition))
  );
}

/** Knows for itself which deliveries each recovery must send again, from the moment when it was asked for. */
export function openRecoveryLaws(
  { now, broken, staleMs, isParked }: LawsDeps,
  destinations: DestinationLaws,
  deliveries: Deliveries,
) {
  const known = new Map<string, KnownRecovery>();
  /** The recoveries that somebody may carry on. */
  const live = new Set<KnownRecovery>();

  /** Whether a destination receives, and has done so for longer than anybody takes to notice. */
  function isOpen(id: string): boolean {
    const to = destinations.get(id);
    return to !== undefined && to.enabled && !to.removed && now() - to.turnedAt > staleMs;
  }

  /** Whether the settings of its destination want a delivery, and have done so for as long. */
  function mayWant(delivery: KnownDelivery): boolean {
    const to = destinations.get(delivery.destinationId);
    return to !== undefined && isWanted(to, delivery) && now() - to.changedAt > staleMs;
  }

  function recorded(event: RecordedEvent): void {
    const { stream } = event;
    if (stream.startsWith('recovery-')) return recovering(event, stream.slice('recovery-'.length));
    if (stream.startsWith('delivery-')) return delivering(event, stream.slice('delivery-'.length));
    const { type } = event.event;
    if (type === 'DestinationDisabled' || type === 'DestinationRemoved')
      closed(stream.slice('destination-'.length));
    if (type === 'DestinationChanged') changed(stream.slice('destination-'.length));
  }

  function recovering({ event, metadata }: RecordedEvent, id: string): void {
    if (event.type === 'RecoveryRequested') return requested(id, event.data);
    const recovery = known.get(id);
    if (!recovery) return broken(exactly, `${event.type} of ${id}, which there is not`, [id]);
    recovery.isBlind ||= isParked();
    switch (event.type) {
      case 'RecoveryBatchTaken':
        begin(recovery, event.data);
        for (const one of event.data.deliveryIds) take(recovery, one);
        return;
      case 'RecoveryProgressed':
        return progressed(recovery, event.data);
      case 'RecoveryPaused':
        if (event.data.reason === 'destination_disabled') mayStop(recovery, 'paused');
        recovery.status = 'paused';
        return;
      case 'RecoveryResumed':
        recovery.status = 'running';
        return;
      case 'RecoveryCancelled':
        if (metadata.actor.kind === 'system') mayStop(recovery, 'cancelled');
        return ended(recovery, 'cancelled');
      case 'RecoveryCompleted':
        return completed(recovery);
      default:
    }
  }

  function requested(id: string, { action, selection }: EventOfType<'RecoveryRequested'>['data']): void {
    const wanted = new Set<string>();
    for (const one of deliveries.all())
      if (isTaken(selection, one) && isFor(selection, one))
        if (selection.destinationId !== null || action === 'cancel' || isOpen(one.destinationId))
          wanted.add(one.id);
    const recovery: KnownRecovery = {
      id,
      action,
      selection,
      status: 'running',
      wanted,
      taken: new Set(),
      underWay: null,
      isBlind: isParked(),
    };
    known.set(id, recovery);
    live.add(recovery);
  }

  function begin(recovery: KnownRecovery, { deliveryIds }: EventOfType<'RecoveryBatchTaken'>['data']): void {
    const { id, status, underWay } = recovery;
    if (status !== 'running' || underWay !== null)
      broken(inTurn, `${id} is ${status}${underWay ? ', amid a batch' : ''}, and takes another`, [id]);
    recovery.underWay = deliveryIds;
  }

  function take(
    { id, action, selection, taken: takenBefore, wanted }: KnownRecovery,
    deliveryId: string,
  ): void {
    const delivery = deliveries.get(deliveryId);
    if (!delivery || !isFor(selection, delivery))
      return broken(exactly, `${id} takes ${deliveryId}, which it is not for`, [id, deliveryId]);
    if (takenBefore.has(deliveryId)) broken(once, `${id} takes ${deliveryId} again`, [id, deliveryId]);
    takenBefore.add(deliveryId);
    if (action === 'cancel') return;
    // What waits may be due already.
    if (delivery.status === 'pending') wanted.delete(deliveryId);
    // Disabled since somebody looked, or no longer wanted: it is refused.
    if (!isOpen(delivery.destinationId) || !mayWant(delivery)) wanted.delete(deliveryId);
  }

  function progressed(
    recovery: KnownRecovery,
    { replayed, passedOver }: EventOfType<'RecoveryProgressed'>['data'],
  ): void {
    const { id, underWay } = recovery;
    if (!underWay) return broken(counted, `${id} is through with a batch that it has not taken`, [id]);
    const sent = underWay.filter((one) => deliveries.get(one)?.recoveries.has(id));
    const erased = underWay.filter((one) => deliveries.get(one)?.status === 'erased').length;
    // Nobody can tell any more whether an erased one was sent again.
    const isRight = replayed <= sent.length && replayed >= sent.length - erased;
    if (!isRight || replayed + passedOver !== underWay.length)
      broken(counted, `${id} says ${replayed} and ${passedOver}, and sent ${sent.length}`, [id, ...underWay]);
    recovery.underWay = null;
  }

  function mayStop({ id, selection: { destinationId } }: KnownRecovery, how: 'paused' | 'cancelled'): void {
    const to = destinationId === null ? undefined : destinations.get(destinationId);
    const isRight = to && (how === 'cancelled' ? to.removed : !to.enabled || now() - to.turnedAt < staleMs);
    if (!isRight) broken(byItself, `${id} is ${how}`, [id, String(destinationId)]);
  }

  function ended(recovery: KnownRecovery, status: 'cancelled' | 'completed'): void {
    recovery.status = status;
    // The batch that is under way is sent still.
    recovery.wanted.clear();
    live.delete(recovery);
  }

  function completed(recovery: KnownRecovery): void {
    const { id, wanted, status, underWay, isBlind } = recovery;
    if (status !== 'running' || underWay) broken(inTurn, `${id} is ${status}, and completed`, [id]);
    const [left] = wanted;
    if (left !== undefined && !isBlind)
      broken(exactly, `${id} left out ${left} and ${wanted.size - 1} others`, [id, left]);
    ended(recovery, 'completed');
  }

  function delivering({ event }: RecordedEvent, deliveryId: string): void {
    switch (event.type) {
      case 'DeliveryReplayRequested':
        if (event.data.recoveryId !== undefined) taken(event.data.recoveryId, deliveryId, 'send');
        return forget(deliveryId);
      case 'DeliveryAttempted':
        if (event.data.succeeded) forget(deliveryId);
        return;
      case 'DeliverySkipped':
      case 'DeliveryExhausted':
        return forgetWaiting(deliveryId);
      case 'DeliveryCancelled':
        if (event.data.recoveryId !== undefined) taken(event.data.recoveryId, deliveryId, 'cancel');
        return forget(deliveryId);
      default:
    }
  }

  function taken(id: string, deliveryId: string, action: RecoveryAction): void {
    const recovery = known.get(id);
    const delivery = deliveries.get(deliveryId);
    const ids = [deliveryId, id];
    if (recovery?.action !== action || !recovery.underWay?.includes(deliveryId))
      return broken(exactly, `${action} ${deliveryId} by ${id}, amid no batch with it`, ids);
    if (delivery && !isTaken(recovery.selection, delivery))
      broken(exactly, `${deliveryId} is ${delivery.status}: ${action} by ${id}`, ids);
  }

  /** It has been sent again, or needs it no more. */
  function forget(deliveryId: string): void {
    for (const { wanted } of live) wanted.delete(deliveryId);
  }

  /** The delivery no longer waits, so a recovery or cancellation of waiting deliveries need not find it. */
  function forgetWaiting(deliveryId: string): void {
    for (const { selection, wanted } of live)
      if (selection.statuses.includes('pending')) wanted.delete(deliveryId);
  }

  /** What belongs to a destination that does not receive any more may be passed over. */
  function closed(destinationId: string): void {
    for (const { selection, wanted, underWay } of live)
      for (const id of selection.destinationId === null ? [...wanted] : (underWay ?? []))
        if (deliveries.get(id)?.destinationId === destinationId) wanted.delete(id);
  }

  /** What is under way to a destination may be passed over, if other settings no longer want it. */
  function changed(destinationId: string): void {
    for (const { wanted, underWay } of live)
      for (const id of underWay ?? [])
        if (deliveries.get(id)?.destinationId === destinationId) wanted.delete(id);
  }

  return {
    recorded,
    erased: forget,
    ended() {
      for (const { id, status, underWay } of known.values())
        if (status === 'running' || underWay !== null)
          broken('every recovery ends', `${id} is ${status}`, [id]);
    },
  };
}
