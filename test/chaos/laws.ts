import type { Static } from 'typebox';
import { destinationsIn, disabledAt, disabledForFailures } from './disable-law.ts';
import { type History, shapes } from './history.ts';
import { type Evidence, type Law, moreThanOnce, type Submission, submissionsIn } from './law.ts';
import { publicationsLimited, quotasExact } from './limit-laws.ts';
import { attemptLimit } from './processes.ts';

/** The answer to the first question of every form here, which asks for a name. */
const nameIn = ({ data }: Submission): string => String(data.answers[0]);

const noneLost: Law = (evidence) => {
  const there = new Set(submissionsIn(evidence).map(({ data }) => data.submissionId));
  return [...evidence.journal.acknowledged].flatMap(([key, { id }]) =>
    there.has(id) ? [] : [`${key} was answered with ${id}, which the log does not hold`],
  );
};

const noneDoubled: Law = (evidence) => {
  const all = submissionsIn(evidence);
  const ids = all.map(({ data }) => data.submissionId);
  return [...moreThanOnce(all.map(nameIn), 'submitted under'), ...moreThanOnce(ids, 'created')];
};

export const allListed: Law = (evidence) => {
  const all = submissionsIn(evidence);
  return evidence.accounts.flatMap((account) => {
    const created = all.flatMap(({ data }) => (data.accountId === account.id ? [data.submissionId] : []));
    const listed = evidence.listed.get(account) ?? [];
    const [inLog, inList] = [new Set(created), new Set(listed)];
    return [
      ...moreThanOnce(listed, `${account.plan} lists`),
      ...created.filter((id) => !inList.has(id)).map((id) => `${account.plan} does not list ${id}`),
      ...listed.filter((id) => !inLog.has(id)).map((id) => `${account.plan} lists ${id}, which is not there`),
    ];
  });
};

/** Each event that a destination is for, as the log has them: all destinations are older than all of it. */
function expectedDeliveries({ history, accounts }: Pick<Evidence, 'history' | 'accounts'>): string[] {
  const kinds = ['SubmissionCreated', 'SubmissionPaymentCompleted', 'FormPublished'];
  const ownerOf = new Map(
    [...history.of('SubmissionCreated', shapes.submission)].map(({ data, event }) => [
      event.stream,
      data.accountId,
    ]),
  );
  for (const { id, formIds } of accounts) for (const form of formIds) ownerOf.set(`form-${form}`, id);
  return history.events.flatMap(({ type, stream, id }) => {
    const owner = kinds.includes(type)
      ? accounts.find((account) => account.id === ownerOf.get(stream))
      : null;
    return (owner?.destinations ?? []).map((destination) => `${id} for ${destination}`);
  });
}

export const oneDeliveryEach: Law = ({ history, accounts }) => {
  const planned = history
    .of('DeliveryScheduled', shapes.scheduled)
    .filter(({ data }) => data.kind !== 'ping' && accounts.some(({ id }) => id === data.accountId))
    .map(({ data }) => `${data.source.eventId} for ${data.destinationId}`);
  const [wanted, there] = [new Set(expectedDeliveries({ history, accounts })), new Set(planned)];
  return [
    ...moreThanOnce(planned, 'planned'),
    ...[...wanted].filter((one) => !there.has(one)).map((one) => `not planned: ${one}`),
    ...planned.filter((one) => !wanted.has(one)).map((one) => `planned for no reason: ${one}`),
  ];
};

/** The deliveries that were skipped because their destination had been disabled. */
function skippedIn(history: History): string[] {
  const [disabled, destinations] = [disabledAt(history), destinationsIn(history)];
  return history.of('DeliverySkipped', shapes.anything).flatMap(({ event: { stream, position } }) => {
    const since = disabled.get(destinations.get(stream) ?? '');
    return since !== undefined && since < position ? [stream] : [];
  });
}

/** What has become of each delivery. */
function outcomes(history: History) {
  const byStream = new Map<string, { attempts: Static<typeof shapes.attempted>[]; ends: string[] }>();
  const of = (stream: string) => {
    const known = byStream.get(stream) ?? { attempts: [], ends: [] };
    byStream.set(stream, known);
    return known;
  };
  for (const { event } of history.of('DeliveryScheduled', shapes.scheduled)) of(event.stream);
  for (const { data, event } of history.of('DeliveryAttempted', shapes.attempted))
    of(event.stream).attempts.push(data);
  for (const { attempts, ends } of byStream.values())
    ends.push(...attempts.filter(({ succeeded }) => succeeded).map(() => 'success'));
  for (const { event } of history.of('DeliveryExhausted', shapes.ended))
    of(event.stream).ends.push('DeliveryExhausted');
  for (const stream of skippedIn(history)) of(stream).ends.push('DeliverySkipped');
  return byStream;
}

export const allDelivered: Law = ({ history, received }) => {
  const told = new Set(received.map(({ deliveryId }) => `delivery-${deliveryId}`));
  return [...outcomes(history)].flatMap(([stream, { attempts, ends }]) => {
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

const oneIdEach: Law = ({ received, accounts }) => {
  const destinations = Math.max(...accounts.map((account) => account.destinations.length));
  const ids = new Map<string, Set<string>>();
  for (const { about, deliveryId } of received) ids.set(about, (ids.get(about) ?? new Set()).add(deliveryId));
  return [...ids].flatMap(([about, { size }]) =>
    size > destinations ? [`${about} was told under ${size} delivery ids`] : [],
  );
};

const modelsMatch: Law = ({ differing }) => [...differing];

const refusalsExplained: Law = ({ journal }) => [...journal.unexplained];

const noneCrashed: Law = ({ crashes }) => [...crashes];

const laws = {
  'no process ends by itself': noneCrashed,
  'no submission is lost': noneLost,
  'no submission is doubled': noneDoubled,
  'every submission is listed once': allListed,
  'each event has one delivery for each destination': oneDeliveryEach,
  'every delivery ends as its schedule says': allDelivered,
  'a destination is disabled only for its failures': disabledForFailures,
  'a receiver hears of an event under one delivery id': oneIdEach,
  'a read model is what a rebuild gives': modelsMatch,
  'quotas are exact': quotasExact,
  'no more forms are published than the plan allows': publicationsLimited,
  'every refusal has its reason': refusalsExplained,
} as const satisfies Readonly<Record<string, Law>>;

export type LawName = keyof typeof laws;

export const lawNames = Object.keys(laws).filter((name): name is LawName => name in laws);

/** A law that is broken, and by what. */
export interface Violation {
  readonly law: LawName;
  readonly what: readonly string[];
}

export function violationsIn(evidence: Evidence): Violation[] {
  return lawNames.flatMap((law) => {
    const what = laws[law](evidence);
    return what.length > 0 ? [{ law, what }] : [];
  });
}
