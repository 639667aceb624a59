import type { TestRun } from './run-file.ts';

/** The files that take longest: those that start services, play months or fill stores. The longest come first. */
const long = [
  /^test\/chaos\/chaos\.test/,
  /^test\/e2e\//,
  /^test\/web\/browser\/strangers\//,
  /^test\/fuzz\//,
  /^test\/simulation\//,
  /^packages\/embedded-.*(turns|crash|erasure)\.test/,
  /^test\/projections\/(generations|runner)\//,
  /^test\/dispatcher\//,
  /^test\/api\//,
];

/**
 * The files that work for less than a third of their time. Most of it they wait for time limits, leases and retries of the
 * product. The longest come first.
 */
export const waiting = [
  /^test\/runner\/run\.test/,
  /^test\/log\/eventstore\/(purge-cluster|silent-server)\.test/,
  /^test\/coordination\/(silent-server|store-members)\.test/,
  /^test\/dispatcher\/bus\/bus\.test/,
  /^test\/dispatcher\/worker\/(outcome-recorders|responses\/reused-connections)\.test/,
  /^test\/projections\/generations\/verification\.test/,
  /^test\/dispatcher\/scheduler\/(parked-destinations|shards|queues\/budgets|fairness)\.test/,
  /^test\/projections\/runner\/killed\.test/,
  /^test\/api\/http\/(slow-clients|outages)\.test/,
  /^test\/dispatcher\/outage\.test/,
  /^test\/app\/(webhook-client-thread|checks|settings|cli\/commands\/audit)\.test/,
  /^test\/contract\/eventstore\/client-suite\.test/,
];

const rankIn =
  (patterns: readonly RegExp[]) =>
  ({ file }: TestRun): number => {
    const found = patterns.findIndex((pattern) => pattern.test(file));
    return found === -1 ? patterns.length : found;
  };

/** Long files first: a long file that begins last would run alone at the end. */
const longestFirst = (runs: readonly TestRun[], patterns: readonly RegExp[]): TestRun[] => {
  const rank = rankIn(patterns);
  return runs.toSorted((one, other) => rank(one) - rank(other));
};

/** Parts the runs into those that wait and those that work, each with the longest first. */
export function queuesOf(runs: readonly TestRun[]) {
  const waits = ({ file }: TestRun) => waiting.some((pattern) => pattern.test(file));
  return {
    waiting: longestFirst(runs.filter(waits), waiting),
    working: longestFirst(
      runs.filter((run) => !waits(run)),
      long,
    ),
  };
}
