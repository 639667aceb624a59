import { behaviours, newestBehaviour } from '../../packages/embedded-eventstore/src/behaviour.ts';
import type { TestRun } from './run-file.ts';

/** Tests that hold for every version of EventStoreDB that the embedded server plays. */
const ofEachVersion = /^test\/(contract\/eventstore\/|projections\/generations\/laws\.test)/;
/** Files that run in the long run alone. The comments name those that hold their laws in the short run. */
export const longOnly = [
  /^test\/simulation\/mistakes\//,
  // test/simulation/laws
  /^test\/chaos\/chaos\.test/,
  // test/log/continuity, test/projections/generations/realign
  /^test\/e2e\/(restores-on-a-cluster|replaced-stores)\.test/,
  // test/e2e/kill-roles, test/dispatcher/scheduler/shards, test/api/requests/parallel-changes
  /^test\/e2e\/(kill|take-over|parallel-changes)\.test/,
  // test/app/cli/account-archive/round-trip
  /^test\/e2e\/account-import\.test/,
  // test/app/cli/import, test/e2e/kill-roles
  /^test\/e2e\/polls\.test/,
  // test/api/admin/projections, test/projections/generations
  /^test\/e2e\/projections\.test/,
  // test/app/embedded-stores
  /^test\/e2e\/stores\.test/,
  // Every test of test/e2e that ends a service by SIGTERM
  /^test\/e2e\/stop-rounds\.test/,
  // test/coordination/silent-server, test/log/eventstore/silent-server, test/dispatcher/bus, test/app/embedded-stores
  /^test\/e2e\/(silent-stores|dead-thread|stop)\.test/,
  // test/dispatcher/scheduler/parked-destinations, test/projections/runner/beginnings, test/projections/runner/poison
  /^test\/e2e\/parked-(destinations|keys)\.test/,
  // test/e2e/api-guide, test/dispatcher/webhooks-guide
  /^test\/e2e\/(readme|docs-pages)\.test/,
  /^test\/e2e\/built-from-nothing\.test/,
  /^packages\/client\/test\/client\.test/,
  /^test\/scripts\/(package|workspaces)\.test/,
];
/** Tests that take more rounds, with their settings for these. */
export const longer: readonly (readonly [RegExp, TestRun['env']])[] = [
  [/^test\/chaos\/chaos\.test/, { CHAOS_ROUNDS: '2' }],
  [/^test\/contract\/mongodb[-/]differential\.test/, { CASES: '8000' }],
  [
    /^(packages\/embedded-.*\/(crash|erasure|power-loss)|test\/e2e\/(closing|erasure|expiry|kill-roles|notices))\.test/,
    { CRASH_ROUNDS: '5' },
  ],
  [/^test\/projections\/runner\/killed\.test/, { KILLS: '6' }],
  [/^test\/projections\/generations\/laws\.test/, { LAW_ROUNDS: '4' }],
  [/^test\/projections\/generations\/rebuild\.test/, { SUBMISSIONS: '1200', INTERRUPTED_BUILDS: '3' }],
  [/^test\/simulation\/laws\.test/, { SIMULATED_DAYS: '14' }],
  [/^test\/e2e\/stop-rounds\.test/, { STOP_ROUNDS: '20' }],
  // 20,000 requests in all, each time with other seeds.
  ...[1, 2, 3, 4].map(() => [/^test\/fuzz\/fuzz\.test/, { FUZZ_REQUESTS: '5000' }] as const),
  ...['375 light', '375 dark', '1280 light', '1280 dark'].map(
    (at) => [/^test\/web\/browser\/every-page\//, { PAGES_AT: at }] as const,
  ),
  [/^test\/e2e\/polls\.test/, { POLLS: 'all' }],
  [/^test\/domain\/submission\/table\/table-laws\.test/, { FORMS: '500' }],
  [/^test\/projections\/read-models\/search-laws\.test/, { SEARCHED_FORMS: '1000' }],
  // A service takes about a second for each form.
  [/^test\/app\/cli\/import\/import-laws\.test/, { POLLS: 'all', FORMS: '60' }],
];

const isLongOnly = (file: string): boolean => longOnly.some((files) => files.test(file));

/** How a file runs in `npm test`: once. */
export function shortRuns(file: string): TestRun[] {
  return isLongOnly(file) ? [] : [{ file, env: {} }];
}

/** How a file runs in `npm run test:long`: whole, with more rounds, and against the older versions. */
export function longRuns(file: string): TestRun[] {
  const settings = longer.filter(([files]) => files.test(file)).map(([, env]) => env);
  const older = ofEachVersion.test(file) && process.env['EVENTSTORE_URL'] === undefined ? olderVersions : [];
  return [...(settings.length > 0 ? settings : [{}]), ...older].map((env) => ({ file, env }));
}

const olderVersions = behaviours
  .filter((name) => name !== newestBehaviour)
  .map((name) => ({ EMBEDDED_EVENTSTORE_BEHAVIOUR: name, LAW_ROUNDS: '1' }));
