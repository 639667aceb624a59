import { MongoClient } from 'mongodb';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RecoverableStatus, undeliveredStatuses } from '../../../domain/delivery/decider.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { deliveryKinds } from '../../../domain/destination/events.ts';
import { formStatuses } from '../../../domain/form/decider.ts';
import { recoveryStatuses } from '../../../domain/recovery/decider.ts';
import { type CollectionOf, collectionsOf } from '../../../projections/collections.ts';
import { openAliases } from '../../../projections/generations/aliases.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { documentQueries } from '../../../projections/queries/documents.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import { accounts } from '../../../projections/read-models/accounts/projection.ts';
import { dueQueries } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { shardOf } from '../../../projections/read-models/deliveries/shard.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { erasures } from '../../../projections/read-models/erasures/projection.ts';
import { expirations } from '../../../projections/read-models/expirations/projection.ts';
import { files } from '../../../projections/read-models/files/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { endedInvitationQueries } from '../../../projections/read-models/invitations/ended-invitations.ts';
import { invitations } from '../../../projections/read-models/invitations/projection.ts';
import { keys } from '../../../projections/read-models/keys/projection.ts';
import { recoveries } from '../../../projections/read-models/recoveries/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { readModels } from '../../../projections/registry.ts';
import { openDocuments } from '../../../projections/runner/documents.ts';
import { copiedForm, noForms } from '../../support/forms.ts';
import { fill } from '../fill.ts';
import {
  accountOpened,
  configured,
  formCreated,
  keyIssued,
  memberInvited,
  minute,
  recoveryRequested,
  scheduled,
  submitted,
} from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/read-models/query plans');

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
  executionStats: Type.Object({
    nReturned: Type.Number(),
    totalKeysExamined: Type.Number(),
    totalDocsExamined: Type.Number(),
  }),
});

/** Generations of their own, for documents of many kinds. */
const varied = {
  deliveries: { ...deliveries, generation: 2 },
  submissions: { ...submissions, generation: 2 },
  forms: { ...forms, generation: 2 },
  recoveries: { ...recoveries, generation: 2 },
};

type AnyDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

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
  await fill(store, files);
  await fill(store, expirations);
  await fill(store, invitations, ...range.map((n) => memberInvited(`a${n}`, { expiresAt: minute(n) })));
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

/** The collections by a client that reports its commands, unlike that of the store. */
const watchedCollections: CollectionOf = (model) =>
  collectionsOf({ collection: (name) => watched.db(server.database).collection(name) })(model);

/** How the server runs the finds that a query sends. */
async function plansOf(query: () => Promise<unknown>) {
  finds.length = 0;
  await query();
  const sent = finds.splice(0);
  return Promise.all(
    sent.map(async ({ find, filter, sort, projection, limit, hint }) => {
      const hinted = { find, filter, ...(hint !== undefined && { hint }) };
      const explain = {
        ...hinted,
        ...(limit !== undefined && { limit }),
        ...(sort !== undefined && { sort, projection }),
      };
      return Value.Parse(
        Plan,
        await watched.db(server.database).command({ explain, verbosity: 'executionStats' }),
      );
    }),
  );
}

const limit = 10;
/** Of each kind in each status one document at most is looked at in vain. */
const merged = deliveryKinds.length * deliveryStatuses.length + 2;
const after = { at: minute(60), id: 'm' };
const q = () => openQueries(watchedCollections, noForms);
const due = () => dueQueries(watchedCollections);
const recoverable = (
  destinationIds: readonly string[] | null,
  statuses: readonly RecoverableStatus[] = undeliveredStatuses,
) => ({
  accountId: 'acme',
  destinationIds,
  selection: {
    since: minute(20),
    sincePosition: null,
    until: minute(100),
    kind: null,
    formId: null,
    statuses: [...statuses],
  },
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
  'submissions that a payment has paid': () =>
    q().submissions.paidWith('acme', { id: 'pay_1', provider: 'bank' }),
  destinations: () => q().destinations.list('acme', { limit, after }),
  deliveries: () => q().deliveries.list('acme', { limit, after }),
  'deliveries to a destination': () => q().deliveries.list('acme', { limit, after, destinationId: 'd1' }),
  'recent deliveries to a destination': () => q().deliveries.brief('d1', { limit, since: minute(20) }),
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
  'what a cancellation takes of an account': () =>
    q().recoveries.next(recoverable(null, ['pending']), after, limit),
  'deliveries by status': () => q().deliveries.list('acme', { limit, after, status: 'pending' }),
  'deliveries that became due': () => due().since(after, minute(100), limit),
  'deliveries that changed': () => due().changed(0n, 10n ** 9n, limit),
  'what is due to a destination': () => due().of('d1', minute(100), limit),
  'what a take-over reads': () => due().pendingAfter({ shard: 0, destinationId: '' }, 1_023, limit),
  'the rest of a shard': () => due().pendingAfter({ shard: shardOf('d1'), destinationId: 'a' }, 1_023, limit),
  'the depth of the queue': () => due().depth(minute(100), limit),
  'accounts with invitations that ended': () =>
    endedInvitationQueries(watchedCollections).due(minute(100), limit),
  keys: () => q().keys.list('acme', { limit, after }),
  accounts: () => q().accounts.list({ limit, after }),
  'accounts from the start': () => q().accounts.list({ limit }),
};

for (const [name, query] of Object.entries(lists)) {
  test(`${name}: reads a range of an index, whatever the size of the collection`, async () => {
    const plans = await plansOf(query);
    assert.ok(plans.length > 0, 'nothing was asked');
    for (const { queryPlanner, executionStats } of plans) {
      const plan = JSON.stringify(queryPlanner.winningPlan);
      assert.match(plan, 'IXSCAN');
      assert.not.match(plan, 'COLLSCAN');
      assert.not.match(plan, '"SORT"');
      assert.ok(executionStats.totalDocsExamined <= limit + merged, plan);
    }
  });
}

test('a search for words reads what the index of words has of them, and then those submissions', async () => {
  await fill(server.store, submissions, submitted('zuse', { name: 'Konrad Zuse' }));
  const search = (words: string) =>
    plansOf(() => q().submissions.matching('acme', { limit, formId: 'f1', search: words }));
  const plans = await search('konrad zus');
  // Of the word, of the submissions with long answers, of the submission that was found, and of its form's title.
  assert.equal(
    plans.map(({ executionStats }) => executionStats.totalDocsExamined),
    [1, 0, 1, 1],
  );
  const [byWord, long] = plans.map(({ queryPlanner }) => JSON.stringify(queryPlanner.winningPlan));
  for (const plan of [byWord, long]) assert.match(String(plan), 'form_id_1_words_1');
  // The submissions with long answers come in the order of time.
  assert.not.match(String(long), '"SORT"');
  assert.equal(
    (await search('nosuch')).map(({ executionStats }) => executionStats.totalKeysExamined),
    [0, 0],
  );
});

/** Every combination of one value, or none, for each name. */
function combinations(choices: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  return Object.entries(choices).reduce<Record<string, unknown>[]>(
    (before, [name, values]) =>
      before.flatMap((one) => [one, ...values.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  );
}

const manyMore = 2_400;
const period = { since: minute(20), until: minute(100) };
const pick = <T>(values: readonly T[], n: number, oftenest: T, every: number): T =>
  n % every === 0 ? (values[(n / every) % values.length] ?? oftenest) : oftenest;

/** The finds of a query that look at more than their page. */
async function costlyPlans(name: string, ask: () => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(ask);
  return plans.flatMap(({ queryPlanner, executionStats }) => {
    const { totalDocsExamined, totalKeysExamined } = executionStats;
    const isDear = totalDocsExamined > limit + merged || totalKeysExamined > limit + 3 * merged;
    const isScan = /COLLSCAN|"SORT"/.test(JSON.stringify(queryPlanner.winningPlan));
    return isDear || isScan ? [`${name}: ${totalDocsExamined} documents, ${totalKeysExamined} keys`] : [];
  });
}

/** Documents that differ in what is filtered by; each value but one of a filter is rare. */
async function fillVaried(): Promise<void> {
  const { store } = server;
  const rows = Array.from({ length: manyMore }, (_, n) => ({
    n,
    _id: `v${n}`,
    _position: BigInt(n),
    at: minute(n % 120),
  }));
  await openDocuments(store, varied.deliveries).createIndexes();
  await store.named<AnyDocument>(modelId(varied.deliveries)).insertMany(
    rows.map(({ n, _id, _position, at }) => ({
      _id,
      _position,
      account_id: n % 2 === 0 ? 'acme' : 'other',
      created_at: at,
      destination_id: `${n % 2 === 0 ? 'acme' : 'other'}-d${pick([1, 2], n, 1, 31)}`,
      form_id: `${n % 2 === 0 ? 'acme' : 'other'}-f${pick([1, 2], n, 1, 37)}`,
      submission_id: `s${n % 600}`,
      kind: pick(deliveryKinds, n, 'submission.created', 41),
      status: pick(deliveryStatuses, n, 'succeeded', 43),
    })),
  );
  await openDocuments(store, varied.submissions).createIndexes();
  await store.named<AnyDocument>(modelId(varied.submissions)).insertMany(
    rows.map(({ n, _id, _position, at }) => ({
      _id,
      _position,
      account_id: n % 2 === 0 ? 'acme' : 'other',
      submitted_at: at,
      is_complete: n % 47 > 0,
      form_definition: copiedForm(),
      answers: [],
      form_id: `${n % 2 === 0 ? 'acme' : 'other'}-f${pick([1, 2], n, 1, 37)}`,
    })),
  );
  for (const model of [varied.forms, varied.recoveries]) {
    await openDocuments(store, model).createIndexes();
    await store.named<AnyDocument>(modelId(model)).insertMany(
      rows.map(({ n, _id, _position, at }) => ({
        _id,
        _position,
        account_id: n % 2 === 0 ? 'acme' : 'other',
        created_at: at,
        status:
          model === varied.forms
            ? pick(formStatuses, n, 'published', 53)
            : pick(recoveryStatuses, n, 'completed', 53),
      })),
    );
  }
}

test('every combination of filters costs the reads of its page, however selective it is', async () => {
  await fillVaried();
  const all = openQueries((model) => watchedCollections({ ...model, generation: 2 }), noForms);
  const page = { limit, after: { at: minute(90), id: 'v9' } };
  const deliveryLists = [
    ...[
      ...combinations({
        accountId: ['acme', 'other'],
        destinationId: ['acme-d1', 'acme-d2'],
        formId: ['acme-f1', 'acme-f2'],
        kind: ['submission.created', 'ping'],
        status: ['succeeded', 'failed'],
      }),
      ...combinations({
        accountId: ['acme'],
        destinationId: ['acme-d1'],
        status: ['failed'],
        submissionId: ['s7'],
        since: [period.since],
        until: [period.until],
      }),
    ].map(({ accountId, ...filter }) => ({
      name: `deliveries ${JSON.stringify({ accountId, ...filter })}`,
      ask: () =>
        all.deliveries.list(typeof accountId === 'string' ? accountId : null, { ...page, ...filter }),
    })),
    ...combinations({
      formId: ['acme-f1', 'acme-f2'],
      isComplete: [true, false],
      since: [period.since],
      until: [period.until],
    }).map((filter) => ({
      name: `submissions ${JSON.stringify(filter)}`,
      ask: () => all.submissions.list('acme', { ...page, ...filter }),
    })),
    ...combinations({ status: formStatuses }).map((filter) => ({
      name: `forms ${JSON.stringify(filter)}`,
      ask: () => all.forms.list('acme', { ...page, ...filter }),
    })),
    ...combinations({ status: recoveryStatuses }).map((filter) => ({
      name: `recoveries ${JSON.stringify(filter)}`,
      ask: () => all.recoveries.list('acme', { ...page, ...filter }),
    })),
  ];
  const costly: string[] = [];
  for (const { name, ask } of deliveryLists) costly.push(...(await costlyPlans(name, ask)));
  assert.equal(costly, []);
  assert.ok(deliveryLists.length > 300, String(deliveryLists.length));
});

/** A few documents of an account of its own, in every model, far from one another in the order of ids. */
async function fillRare(): Promise<void> {
  for (const model of readModels.map((one): Projection => ({ ...one, generation: 2 }))) {
    const at = (n: number) => ({ created_at: minute(n), submitted_at: minute(n), erased_at: minute(n) });
    const rows = range.map((n) => ({ _id: `a${n}`, _position: BigInt(n), account_id: 'acme', ...at(n) }));
    const named = server.store.named<AnyDocument>(modelId(model));
    await openDocuments(server.store, model).createIndexes();
    if (!(model.name in varied)) await named.insertMany(rows);
    const values = Object.entries(
      typeof model.accountListing === 'object' ? (model.accountListing.each ?? {}) : {},
    );
    const fields = Object.fromEntries(values.map(([field, all]) => [field, all[0]]));
    const ids = model.accountListing === 'id' ? ['rare'] : ['a', 'm', 'z'].map((first) => `${first}-rare`);
    await named.insertMany(
      ids.map((_id, n) => ({ _id, _position: 1n, account_id: 'rare', ...at(n), ...fields })),
    );
  }
}

test('a page of documents of any model, of one account or all, costs the reads of its page', async () => {
  await fillRare();
  const aliases = openAliases(server.store);
  const current: typeof aliases.current = (model) => ({ ...model, generation: 2 });
  const documents = documentQueries(watchedCollections, readModels, { ...aliases, current }, noForms);
  const costly: string[] = [];
  for (const { name, accountListing } of readModels) {
    const ofRare = await documents.list(name, { limit, accountId: 'rare' });
    assert.is(ofRare?.items.length, accountListing === 'none' ? 0 : accountListing === 'id' ? 1 : 3, name);
    for (const accountId of [undefined, 'acme', 'rare'])
      for (const start of [undefined, { at: minute(60), id: 'm' }])
        for (const id of [undefined, 'm-rare']) {
          const request = { limit, accountId, after: start, id };
          costly.push(
            ...(await costlyPlans(`${name} ${JSON.stringify(request)}`, () => documents.list(name, request))),
          );
        }
  }
  aliases.close();
  assert.equal(costly, []);
});

test('MongoDB accepts every index', async () => {
  for (const projection of readModels) {
    await openDocuments(server.store, projection).createIndexes();
    const stored = await collectionsOf(server.store)(projection).indexes();
    assert.equal(
      stored.slice(1).map(({ key }) => key),
      projection.indexes.map((index) => index.keys),
    );
  }
});

test.run();
