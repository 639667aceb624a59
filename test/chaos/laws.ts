import { allDelivered, endsListed, oneDeliveryEach } from './delivery-laws.ts';
import { disabledForFailures } from './disable-law.ts';
import { type Evidence, type Law, moreThanOnce, type Submission, submissionsIn } from './law.ts';
import { publicationsLimited, quotasExact } from './limit-laws.ts';

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
  'the API lists how each delivery ended': endsListed,
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
