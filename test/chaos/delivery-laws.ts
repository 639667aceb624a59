import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { derivedId } from '../../domain/derived-id.ts';
import type { StoredEvent } from '../../log/event-log.ts';
import { disabledAt } from './disable-law.ts';
import { type History, shapes } from './history.ts';
import { type Evidence, type Law, moreThanOnce } from './law.ts';
import { attemptLimit } from './processes.ts';

/** A delivery that there must be. */
interface Expected {
  readonly id: string;
  readonly stream: string;
  readonly eventId: string;
  readonly destinationId: string;
  /** Its destination was disabled before the event. */
  readonly isMissed: boolean;
}

type Looked = Pick<Evidence, 'history' | 'accounts'>;

const kinds = ['SubmissionCreated', 'SubmissionPaymentCompleted', 'FormPublished'];

/** Each event that a destination is for, as the log has them: all destinations are older than all of it. */
function expectedDeliveries({ history, accounts }: Looked): Expected[] {
  const ownerOf = new Map(
    history
      .of('SubmissionCreated', shapes.submission)
      .map(({ data, event }) => [event.stream, data.accountId]),
  );
  for (const { id, formIds } of accounts) for (const form of formIds) ownerOf.set(`form-${form}`, id);
  const disabled = disabledAt(history);
  return history.events.flatMap(({ type, stream, id: eventId, position }) => {
    const owner = kinds.includes(type)
      ? accounts.find((account) => account.id === ownerOf.get(stream))
      : null;
    return (owner?.destinations ?? []).map((destinationId) => {
      const id = derivedId(eventId, destinationId);
      const since = disabled.get(destinationId);
      const isMissed = since !== undefined && since < position;
      return { id, stream: `delivery-${id}`, eventId, destinationId, isMissed };
    });
  });
}

const nameOf = ({ id, eventId, destinationId }: Pick<Expected, 'id' | 'eventId' | 'destinationId'>): string =>
  `${id} of ${eventId} for ${destinationId}`;

export const oneDeliveryEach: Law = ({ history, accounts, deliveries }) => {
  const expected = expectedDeliveries({ history, accounts });
  const listed = deliveries.filter(({ kind }) => kind !== 'ping');
  const [wanted, there] = [new Set(expected.map(nameOf)), new Set(listed.map(nameOf))];
  return [
    ...moreThanOnce(listed.map(nameOf), 'listed'),
    ...[...wanted].filter((one) => !there.has(one)).map((one) => `not listed: ${one}`),
    ...[...there].filter((one) => !wanted.has(one)).map((one) => `listed for no reason: ${one}`),
    ...plansIn(history, expected),
  ];
};

/** What the streams of deliveries record of their plans, and should not. */
function plansIn({ events }: History, expected: readonly Expected[]): string[] {
  const byStream = new Map(expected.map((one) => [one.stream, one]));
  return events.flatMap((event) => {
    const { stream, type, revision } = event;
    if (!stream.startsWith('delivery-')) return [];
    if (type === 'DeliveryScheduled') return [`${stream} was scheduled by an event`];
    if (revision > 0) return [];
    const plan = planIn(event);
    const one = byStream.get(stream);
    if (!one) return [`${stream} is for nobody`];
    const isRight = plan?.eventId === one.eventId && plan.destinationId === one.destinationId;
    return isRight ? [] : [`${stream} records ${JSON.stringify(plan)}`];
  });
}

function planIn({ data, metadata }: StoredEvent) {
  const { destinationId, planned } = Value.Parse(shapes.begun, data);
  const { causationId } = Value.Parse(shapes.caused, metadata);
  return (
    planned && {
      eventId: planned.eventId ?? causationId,
      destinationId: planned.destinationId ?? destinationId,
    }
  );
}

/** The deliveries that were skipped because their destination had been disabled meanwhile. */
function skippedIn(history: History, expected: readonly Expected[]): string[] {
  const disabled = disabledAt(history);
  const destinations = new Map(expected.map(({ stream, destinationId }) => [stream, destinationId]));
  return history.of('DeliverySkipped', shapes.anything).flatMap(({ event: { stream, position } }) => {
    const since = disabled.get(destinations.get(stream) ?? '');
    return since !== undefined && since < position ? [stream] : [];
  });
}

/** What has become of each delivery. */
function outcomes({ history, accounts }: Looked) {
  const byStream = new Map<string, { attempts: Static<typeof shapes.attempted>[]; ends: string[] }>();
  const of = (stream: string) => {
    const known = byStream.get(stream) ?? { attempts: [], ends: [] };
    byStream.set(stream, known);
    return known;
  };
  const expected = expectedDeliveries({ history, accounts });
  for (const { stream, isMissed } of expected) of(stream).ends.push(...(isMissed ? ['missed'] : []));
  for (const { data, event } of history.of('DeliveryAttempted', shapes.attempted))
    of(event.stream).attempts.push(data);
  for (const { attempts, ends } of byStream.values())
    ends.push(...attempts.filter(({ succeeded }) => succeeded).map(() => 'success'));
  for (const { event } of history.of('DeliveryExhausted', shapes.ended))
    of(event.stream).ends.push('DeliveryExhausted');
  for (const stream of skippedIn(history, expected)) of(stream).ends.push('DeliverySkipped');
  return byStream;
}

export const allDelivered: Law = ({ history, accounts, received }) => {
  const told = new Set(received.map(({ deliveryId }) => `delivery-${deliveryId}`));
  return [...outcomes({ history, accounts })].flatMap(([stream, { attempts, ends }]) => {
    const numbers = attempts.map(({ attempt }) => attempt);
    const [last] = attempts.slice(-1);
    const wasAnswered = last?.outcome.status !== undefined && last.outcome.status < 300;
    return [
      ...(ends.length === 1
        ? []
        : [
            `${stream} ended ${ends.length} times after ${numbers.length} attempts, next ${last?.nextAttemptAt}`,
          ]),
      ...(numbers.every((number, index) => number === index + 1)
        ? []
        : [`${stream} attempts ${numbers.join(', ')}`]),
      ...(ends[0] === 'missed' && (numbers.length > 0 || told.has(stream))
        ? [`${stream} was sent although its destination was disabled at the time of the event`]
        : []),
      ...(ends[0] === 'success' && !(wasAnswered && told.has(stream))
        ? [`${stream} has succeeded, and the receiver does not know of it`]
        : []),
      ...(ends[0] === 'DeliveryExhausted' && numbers.length !== attemptLimit
        ? [`${stream} was given up after ${numbers.length} attempts`]
        : []),
      ...attempts.slice(1).flatMap(({ startedAt, attempt }, index) => {
        const due = attempts[index]?.nextAttemptAt;
        return due && startedAt >= due ? [] : [`${stream} attempt ${attempt} at ${startedAt}, due ${due}`];
      }),
    ];
  });
};

/** The statuses that the API must list, by how deliveries ended. */
const statuses: Readonly<Record<string, string>> = {
  missed: 'skipped',
  DeliverySkipped: 'skipped',
  success: 'succeeded',
  DeliveryExhausted: 'exhausted',
};

export const endsListed: Law = ({ history, accounts, deliveries }) => {
  const ended = outcomes({ history, accounts });
  return deliveries.flatMap(({ id, status }) => {
    const [end] = ended.get(`delivery-${id}`)?.ends ?? [];
    return end !== undefined && statuses[end] !== status ? [`${id} is listed as ${status}: ${end}`] : [];
  });
};
