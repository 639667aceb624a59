import { MongoClient } from 'mongodb';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { accounts } from '../../projections/accounts.ts';
import { readModels } from '../../projections/all.ts';
import { deliveries } from '../../projections/deliveries.ts';
import { destinations } from '../../projections/destinations.ts';
import { erasures } from '../../projections/erasures.ts';
import { forms } from '../../projections/forms.ts';
import { keys } from '../../projections/keys.ts';
import { modelId } from '../../projections/projection.ts';
import { dueQueries } from '../../projections/queries/due-deliveries.ts';
import { openQueries } from '../../projections/queries/open-queries.ts';
import type { ReadStore } from '../../projections/read-store.ts';
import { recoveries } from '../../projections/recoveries.ts';
import { submissions } from '../../projections/submissions.ts';
import { fill } from './fill.ts';
import {
  accountOpened,
  configured,
  formCreated,
  keyIssued,
  minute,
  recoveryRequested,
  scheduled,
  submitted,
} from './samples.ts';
import { startReadStore, type TestReadStore } from './stores.ts';

const test = suite('projections/query plans');

const Find = Type.Object({
  find: Type.String(),
  filter: Type.Unknown(),
  sort: Type.Optional(Type.Unknown()),
  projection: Type.Optional(Type.Unknown()),
  limit: Type.Optional(Type.Number()),
  hint: Type.Optional(Type.Unknown()),
});
const Plan = Type.Object({
  queryPlanner: Type.Object({ winningPlan: Type.Unknown() }),
  executionStats: Type.Object({ totalDocsExamined: Type.Number() }),
});

let server: TestReadStore;
let watched: MongoClient;
const finds: Static<typeof Find>[] = [];

const many = 120;
const range = Array.from({ length: many }, (_, n) => n);

test.before(async () => {
  server = await startReadStore();
  const { store } = server;
  await fill(store, erasures);
  await fill(store, accounts, ...range.map((n) => accountOpened(`a${n}`, { at: minute(n) })));
  await fill(store, keys, ...range.map((n) => keyIssued(`k${n}`, { at: minute(n) })));
  await fill(store, forms, ...range.map((n) => formCreated(`f${n}`, { at: minute(n) })));
  await fill(store, destinations, ...range.map((n) => configured(`d${n}`, { at: minute(n) })));
  await fill(store, submissions, ...range.map((n) => submitted(`s${n}`, { at: minute(n) })));
  await fill(store, recoveries, ...range.map((n) => recoveryRequested(`r${n}`, { at: minute(n) })));
  await fill(store, deliveries, ...range.map((n) => scheduled(`w${n}`, { at: minute(n), dueAt: minute(n) })));
  watched = new MongoClient(server.url, { monitorCommands: true, useBigInt64: true, ignoreUndefined: true });
  watched.on('commandStarted', ({ command }) => {
    if (Value.Check(Find, command)) finds.push(command);
  });
});
test.after(async () => {
  await watched.close();
  await server.close();
});

/** The store's own client is nobody's business; this one tells what it sends. */
function watchedStore(): ReadStore {
  const db = watched.db(server.database);
  return {
    ...server.store,
    collection: (projection) => db.collection(modelId(projection)),
  };
}

/** How the server runs the finds that a query sends. */
async function plansOf(query: () => Promise<unknown>) {
  finds.length = 0;
  await query();
  const sent = finds.splice(0);
  return Promise.all(
    sent.map(async ({ find, filter, sort, projection, limit, hint }) => {
      const hinted = { find, filter, ...(hint !== undefined && { hint }) };
      const explain = { ...hinted, ...(sort !== undefined && { sort, projection, limit }) };
      return Value.Parse(
        Plan,
        await watched.db(server.database).command({ explain, verbosity: 'executionStats' }),
      );
    }),
  );
}

const limit = 10;
const after = { at: minute(60), id: 'm' };
const q = () => openQueries(watchedStore());
const due = () => dueQueries(watchedStore());
const recoverable = (destinationIds: readonly string[]) => ({
  accountId: 'acme',
  destinationIds,
  selection: { since: minute(20), sincePosition: null, until: minute(100), kind: null, formId: null },
});
const lists: Readonly<Record<string, () => Promise<unknown>>> = {
  forms: () => q().forms.list('acme', { limit, after }),
  'forms by status': () => q().forms.list('acme', { limit, after, status: 'draft' }),
  submissions: () => q().submissions.list('acme', { limit, after }),
  'submissions of a form': () => q().submissions.list('acme', { limit, after, formId: 'f1' }),
  'submissions of a period': () =>
    q().submissions.list('acme', { limit, after, since: minute(20), until: minute(100) }),
  'complete submissions': () => q().submissions.list('acme', { limit, after, isComplete: true }),
  'incomplete submissions': () => q().submissions.list('acme', { limit, after, isComplete: false }),
  destinations: () => q().destinations.list('acme', { limit, after }),
  deliveries: () => q().deliveries.list('acme', { limit, after }),
  'deliveries to a destination': () => q().deliveries.list('acme', { limit, after, destinationId: 'd1' }),
  'deliveries of everybody': () => q().deliveries.list(null, { limit, after }),
  'deliveries of everybody by status': () => q().deliveries.list(null, { limit, after, status: 'pending' }),
  'deliveries to a destination by status': () =>
    q().deliveries.list('acme', { limit, after, destinationId: 'd1', status: 'pending' }),
  'deliveries by kind': () => q().deliveries.list('acme', { limit, after, kind: 'submission.created' }),
  'deliveries about a form': () => q().deliveries.list('acme', { limit, after, formId: 'f1' }),
  'deliveries about a submission by status': () =>
    q().deliveries.list('acme', { limit, after, submissionId: 's1', status: 'pending' }),
  'deliveries of a period': () =>
    q().deliveries.list('acme', { limit, after, since: minute(20), until: minute(100) }),
  'what has changed': () =>
    q().deliveries.changed('acme', { limit, from: 1_000n, to: 2_000n, status: 'pending' }),
  recoveries: () => q().recoveries.list('acme', { limit, after }),
  'recoveries under way': () => q().recoveries.running(limit),
  'what a recovery takes of a destination': () => q().recoveries.next(recoverable(['d1']), after, limit),
  'what a recovery takes of an account': () => q().recoveries.next(recoverable(['d1', 'd2']), after, limit),
  'deliveries by status': () => q().deliveries.list('acme', { limit, after, status: 'pending' }),
  'deliveries that became due': () => due().since(after, minute(100), limit),
  'deliveries that changed': () => due().changed(0n, 10n ** 9n, limit),
  'what is due to a destination': () => due().of('d1', minute(100), limit),
  'the next destination': () => due().destinationAfter('a'),
  'the depth of the queue': () => due().depth(minute(100), limit),
  keys: () => q().keys.list('acme', { limit, after }),
  accounts: () => q().accounts.list({ limit, after }),
  'accounts from the start': () => q().accounts.list({ limit }),
};

for (const [name, query] of Object.entries(lists)) {
  test(`${name}: a range of an index, however much there is`, async () => {
    const plans = await plansOf(query);
    assert.ok(plans.length > 0, 'nothing was asked');
    for (const { queryPlanner, executionStats } of plans) {
      const plan = JSON.stringify(queryPlanner.winningPlan);
      assert.match(plan, 'IXSCAN');
      assert.not.match(plan, 'COLLSCAN');
      assert.not.match(plan, '"SORT"');
      assert.ok(executionStats.totalDocsExamined <= limit + 2, plan);
    }
  });
}

test('every index is one that MongoDB takes', async () => {
  for (const projection of readModels) {
    const stored = await server.store.collection(projection).indexes();
    assert.equal(
      stored.slice(1).map(({ key }) => key),
      projection.indexes.map((index) => index.keys),
    );
  }
});

test.run();
