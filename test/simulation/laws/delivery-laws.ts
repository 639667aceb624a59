import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { areQuestionsWanted, type DestinationLaws } from './destination-laws.ts';
import type { EventOfType, KnownDelivery, LawsDeps } from './law.ts';

const counted =
  'attempts are counted without gap or doubling, and there are never more of them than the limit';
const tooEarly = 'no attempt begins before it is due';
const wrongRetry = 'a retry is due as the schedule and Retry-After say';
const wrongEnd = 'a delivery ends as its last attempt says, and nothing comes after its end';
const calledOff = 'a delivery is skipped or cancelled only for the reason that it names';
const twice = 'a recovery sends a delivery again once at most';

const minute = 60_000;
/** Written down here once more, so that a mistake in the schedule is not repeated in its law. */
const waitsMs = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute);
const day = 1440 * minute;

/** What an outcome means, by the rules of the service and not by its code. */
function meaningOf(outcome: AttemptOutcome): 'arrived' | 'retry' | 'gone' | 'rejected' {
  if (outcome.kind === 'error') return outcome.errorClass === 'forbidden_address' ? 'rejected' : 'retry';
  const { status, excerpt } = outcome;
  if (status >= 200 && status <= 299) return 'arrived';
  if (status === 410) return 'gone';
  const isTemporary = (status >= 500 && status <= 599) || [408, 425, 429].includes(status);
  // The simulated receivers repeat their Retry-After in the body.
  const isAskedToWait = status >= 400 && excerpt !== '';
  return isTemporary || isAskedToWait ? 'retry' : 'rejected';
}

/** A delivery as it begins. */
export type Plan = Pick<
  KnownDelivery,
  'id' | 'destinationId' | 'kind' | 'formId' | 'fields' | 'source' | 'position' | 'at'
> & {
  /** Its destination is disabled. */
  readonly isMissed: boolean;
};

type Reason = EventOfType<'DeliverySkipped' | 'DeliveryCancelled'>['data']['reason'];

/** Follows each delivery through the log, from its plan to its end. */
export function openDeliveryLaws(
  { now, broken, staleMs }: LawsDeps,
  destinations: DestinationLaws,
  isErased: (stream: string) => boolean,
) {
  const deliveries = new Map<string, KnownDelivery>();

  /** It begins with the event that it tells of. */
  function planned(known: Plan): void {
    const { at, isMissed, ...plan } = known;
    deliveries.set(known.id, {
      ...plan,
      at,
      isTest: plan.kind === 'ping',
      isNew: true,
      status: isMissed ? 'skipped' : 'pending',
      attempts: 0,
      round: 0,
      dueAt: Date.parse(at),
      // Nobody has ever seen it otherwise.
      changedAt: -Infinity,
      last: null,
      recoveries: new Set(),
    });
  }

  function recorded({ event, stream }: RecordedEvent): void {
    if (!stream.startsWith('delivery-')) return;
    const id = stream.slice('delivery-'.length);
    const delivery = deliveries.get(id);
    if (!delivery) return broken(wrongEnd, `${event.type} of ${id}, which there is not`, [id]);
    apply(delivery, event);
    delivery.isNew = false;
    delivery.changedAt = now();
  }

  function apply(delivery: KnownDelivery, event: DomainEvent): void {
    const ids = [delivery.id, delivery.destinationId];
    switch (event.type) {
      case 'DeliveryAttempted':
        return attempted(delivery, event.data, ids);
      case 'DeliveryExhausted':
        return exhausted(delivery, event.data.reason, ids);
      case 'DeliverySkipped':
        return ended(delivery, 'skipped', event.data.reason, ids);
      case 'DeliveryCancelled':
        if (event.data.recoveryId !== undefined) delivery.recoveries.add(event.data.recoveryId);
        return ended(delivery, 'cancelled', event.data.reason, ids);
      case 'DeliveryReplayRequested':
        return replayed(delivery, event.data, ids);
      default:
    }
  }

  function attempted(
    delivery: KnownDelivery,
    data: EventOfType<'DeliveryAttempted'>['data'],
    ids: readonly string[],
  ): void {
    const { attempt, startedAt, outcome, nextAttemptAt, succeeded = false, at } = data;
    const { status, isTest, dueAt } = delivery;
    if (status !== 'pending' && status !== 'skipped' && status !== 'cancelled')
      broken(wrongEnd, `attempt ${attempt} of ${delivery.id}, which is ${status}`, ids);
    if (attempt !== delivery.attempts + 1)
      broken(counted, `attempt ${attempt} of ${delivery.id} after ${delivery.attempts}`, ids);
    delivery.attempts = attempt;
    delivery.round += 1;
    if (delivery.round > (isTest ? 1 : waitsMs.length + 1))
      broken(counted, `${delivery.round} attempts of ${delivery.id} in a row`, ids);
    if (Date.parse(startedAt) < dueAt)
      broken(tooEarly, `${delivery.id}: ${startedAt} is before ${dueAt}`, ids);
    delivery.last = outcome;
    if (succeeded !== (meaningOf(outcome) === 'arrived'))
      broken(wrongEnd, `${delivery.id} ${succeeded ? 'succeeded' : 'did not succeed'}`, ids);
    if (succeeded) delivery.status = 'succeeded';
    const wait = waitsMs[delivery.round - 1];
    if (wait === undefined && nextAttemptAt !== null)
      return broken(counted, `${delivery.id} is tried again after ${delivery.round} attempts`, ids);
    const isRepeated =
      status === 'pending' && !isTest && wait !== undefined && meaningOf(outcome) === 'retry';
    if (isRepeated !== (nextAttemptAt !== null))
      return broken(wrongRetry, `${delivery.id} ${isRepeated ? 'is not' : 'is'} tried again`, ids);
    if (nextAttemptAt === null || wait === undefined) return;
    const asked = outcome.kind === 'response' ? Number(outcome.excerpt) : 0;
    const leastMs = Math.max(wait, Math.min(asked, day));
    const waitedMs = Date.parse(nextAttemptAt) - Date.parse(at);
    if (waitedMs < leastMs || waitedMs > leastMs * 1.1 + 1)
      broken(wrongRetry, `${delivery.id} waits ${waitedMs} ms where it should wait ${leastMs}`, ids);
    delivery.dueAt = Date.parse(nextAttemptAt);
  }

  function exhausted(delivery: KnownDelivery, reason: string, ids: readonly string[]): void {
    const meaning = delivery.last === null ? null : meaningOf(delivery.last);
    const isLast = delivery.round === waitsMs.length + 1;
    const right = delivery.isTest ? 'not_repeated' : isLast ? 'attempt_limit' : null;
    if (delivery.status !== 'pending' || reason !== (meaning === 'retry' ? right : meaning))
      broken(wrongEnd, `${delivery.id} (${delivery.status}, ${delivery.round}) ends for ${reason}`, ids);
    delivery.status = reason === 'attempt_limit' ? 'exhausted' : 'failed';
  }

  function ended(
    delivery: KnownDelivery,
    status: 'skipped' | 'cancelled',
    reason: Reason,
    ids: readonly string[],
  ): void {
    if (!isSo(delivery, reason)) broken(calledOff, `${delivery.id} was ${status}: ${reason}`, ids);
    if (delivery.status !== 'pending') broken(wrongEnd, `${delivery.id} was ${status} after its end`, ids);
    delivery.status = status;
  }

  function isSo(delivery: KnownDelivery, reason: Reason): boolean {
    const { destinationId, kind, formId, source } = delivery;
    const to = destinations.get(destinationId);
    const isStale = to !== undefined && now() - to.changedAt < staleMs;
    switch (reason) {
      case 'requested':
        return true;
      case 'event_withdrawn':
        return isStale || !to?.events.some((wanted) => wanted === kind);
      case 'form_withdrawn':
        return isStale || (to !== undefined && to.formId !== null && to.formId !== formId);
      case 'no_question_chosen':
      case 'questions_withdrawn':
        return isStale || (to !== undefined && !areQuestionsWanted(to, delivery));
      case 'source_erased':
        return isErased(source);
      case 'destination_removed':
        return to?.removed === true;
      case 'destination_disabled':
        return to !== undefined && (!to.enabled || now() - to.turnedAt < staleMs);
      default:
        return reason satisfies never;
    }
  }

  function replayed(
    delivery: KnownDelivery,
    { dueAt, recoveryId }: EventOfType<'DeliveryReplayRequested'>['data'],
    ids: readonly string[],
  ): void {
    if (delivery.status === 'cancelled')
      broken(wrongEnd, `${delivery.id} was cancelled, and comes back`, ids);
    if (recoveryId !== undefined && delivery.recoveries.has(recoveryId))
      broken(twice, `${delivery.id} by ${recoveryId}`, ids);
    if (recoveryId !== undefined) delivery.recoveries.add(recoveryId);
    Object.assign(delivery, { status: 'pending', round: 0, dueAt: Date.parse(dueAt) });
  }

  function counts(): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { status } of deliveries.values()) found[status] = (found[status] ?? 0) + 1;
    return found;
  }

  return {
    planned,
    recorded,
    counts,
    get: (id: string) => deliveries.get(id),
    all: () => deliveries.values(),
    erased(id: string): void {
      const delivery = deliveries.get(id);
      if (delivery) Object.assign(delivery, { status: 'erased', changedAt: now() });
    },
    ended() {
      for (const { id, destinationId, status } of deliveries.values())
        if (status === 'pending') broken('every delivery ends', `${id} does not`, [id, destinationId]);
    },
  };
}
