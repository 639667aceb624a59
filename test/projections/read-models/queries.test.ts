import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectionsOf } from '../../../projections/collections.ts';
import type { Keyset, Page } from '../../../projections/queries/keyset.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import { accounts } from '../../../projections/read-models/accounts/projection.ts';
import { type DueDelivery, dueQueries } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { shardCount, shardOf } from '../../../projections/read-models/deliveries/shard.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { keys } from '../../../projections/read-models/keys/projection.ts';
import { recoveries } from '../../../projections/read-models/recoveries/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { openDocuments } from '../../../projections/runner/documents.ts';
import { copiedForm, noForms } from '../../support/forms.ts';
import { fill } from '../fill.ts';
import {
  accountOpened,
  configured,
  formCreated,
  inDelivery,
  inDestination,
  inForm,
  inRecovery,
  keyIssued,
  minute,
  recoveryRequested,
  scheduled,
  submitted,
} from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/read-models/queries');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());
const queries = () => openQueries(collectionsOf(server.store), noForms);

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The ids of all pages, one page a list. */
async function pagesOf(read: (after: Keyset | undefined) => Promise<Page<{ readonly id: string }>>) {
  const pages: string[][] = [];
  let after: Keyset | undefined;
  do {
    const { items, next } = await read(after);
    pages.push(items.map(({ id }) => id));
    after = next ?? undefined;
  } while (after);
  return pages;
}

test('pages contain each submission exactly once, in order, while others arrive', async () => {
  const accountId = 'paging';
  // Three of each moment, so that pages end inside one.
  const first = range(20).map((n) => submitted(`s${100 + n}`, { accountId, at: minute(Math.floor(n / 3)) }));
  await fill(server.store, submissions, ...first);
  let arrived = 0;
  const pages = await pagesOf(async (after) => {
    const page = await queries().submissions.list(accountId, { limit: 4, after });
    await fill(server.store, submissions, submitted(`t${arrived++}`, { accountId, at: minute(1000) }));
    return page;
  });
  assert.equal(
    pages.map((page) => page.length),
    [4, 4, 4, 4, 4],
  );
  assert.equal(
    pages.flat(),
    first
      .map((_, n) => `s${100 + n}`)
      .toSorted()
      .reverse(),
  );
});

test('a last page that is exactly full has no next page', async () => {
  const accountId = 'full';
  await fill(server.store, forms, ...range(4).map((n) => formCreated(`full${n}`, { accountId })));
  const list = (after: Keyset | undefined) => queries().forms.list(accountId, { limit: 2, after });
  assert.equal(await pagesOf(list), [
    ['full3', 'full2'],
    ['full1', 'full0'],
  ]);
});

test('lists submissions by form, period and completeness', async () => {
  const accountId = 'filters';
  await fill(
    server.store,
    submissions,
    ...range(6).map((n) =>
      submitted(`x${n}`, {
        accountId,
        formId: n % 2 ? 'odd' : 'even',
        at: minute(n),
        isComplete: n !== 3,
      }),
    ),
  );
  const ids = async (filter: object) =>
    (await pagesOf((after) => queries().submissions.list(accountId, { limit: 2, after, ...filter }))).flat();
  assert.equal(await ids({}), ['x5', 'x4', 'x3', 'x2', 'x1', 'x0']);
  assert.equal(await ids({ formId: 'odd' }), ['x5', 'x3', 'x1']);
  assert.equal(await ids({ since: minute(2) }), ['x5', 'x4', 'x3', 'x2']);
  assert.equal(await ids({ until: minute(2) }), ['x1', 'x0']);
  assert.equal(await ids({ since: minute(1), until: minute(5), formId: 'odd' }), ['x3', 'x1']);
  assert.equal(await ids({ isComplete: false }), ['x3']);
  assert.equal(await ids({ isComplete: true, formId: 'odd' }), ['x5', 'x1']);
});

test('a submission shows the present title of its form', async () => {
  const accountId = 'titles';
  const renamed = inForm('tf', { type: 'FormDetailsChanged', data: { title: 'New', at: minute(9) } });
  await fill(server.store, forms, formCreated('tf', { accountId, title: 'Old' }), renamed);
  await fill(
    server.store,
    submissions,
    submitted('tt1', { accountId, formId: 'tf', title: 'Old' }),
    submitted('tt2', { accountId, formId: 'unknown', title: 'Kept' }),
  );
  const { items } = await queries().submissions.list(accountId, { limit: 10 });
  assert.equal(
    items.map(({ id, form_title }) => [id, form_title]),
    [
      ['tt2', 'Kept'],
      ['tt1', 'New'],
    ],
  );
  assert.is((await queries().submissions.get(accountId, 'tt1'))?.form_title, 'New');
});

test('lists that share a look-up of titles show those of their own forms', async () => {
  const accountIds = ['shared1', 'shared2', 'shared3'];
  for (const accountId of accountIds) {
    await fill(server.store, forms, formCreated(`f-${accountId}`, { accountId, title: `Of ${accountId}` }));
    await fill(
      server.store,
      submissions,
      submitted(`s-${accountId}`, { accountId, formId: `f-${accountId}` }),
    );
  }
  const shared = queries().submissions;
  const pages = await Promise.all(accountIds.map((accountId) => shared.list(accountId, { limit: 10 })));
  assert.equal(
    pages.map(({ items }) => items.map(({ form_title }) => form_title)),
    [['Of shared1'], ['Of shared2'], ['Of shared3']],
  );
});

test('lists omit large fields, single reads include them', async () => {
  const accountId = 'parts';
  await fill(server.store, forms, formCreated('pf', { accountId }));
  await fill(server.store, submissions, submitted('ps', { accountId, formId: 'pf' }));
  await fill(server.store, deliveries, scheduled('pw', { accountId }));
  const [form] = (await queries().forms.list(accountId, { limit: 1 })).items;
  assert.equal(['fields' in (form ?? {}), form?.slug], [false, 'contact']);
  assert.is((await queries().forms.get(accountId, 'pf'))?.fields.length, 1);
  const [submission] = (await queries().submissions.list(accountId, { limit: 1 })).items;
  const shown = { id: 'ps', form_id: 'pf', form_title: 'Contact', is_complete: true };
  assert.equal(submission, { ...shown, submitted_at: submission?.submitted_at });
  assert.is((await queries().submissions.get(accountId, 'ps'))?.answers[0]?.value, 'Ada');
  const [delivery] = (await queries().deliveries.list(accountId, { limit: 1 })).items;
  assert.equal(['attempts' in (delivery ?? {}), delivery?.status], [false, 'pending']);
  assert.equal((await queries().deliveries.get(accountId, 'pw'))?.attempts, []);
});

test('answers are returned as submitted', async () => {
  const fact = submitted('odd-names', { accountId: 'odd' });
  if (fact.event.type !== 'SubmissionCreated') throw new Error('a submission was asked for');
  const value = { 'a.b': 1, $set: { x: 0.5 }, __proto__x: [true, null, '✓'], big: 4_294_967_296 };
  const question = { fieldId: 'f', key: 'grid', label: 'Grid', kind: 'matrix' as const };
  const form = copiedForm({ questions: [question] });
  const event = { ...fact.event, data: { ...fact.event.data, form, answers: [value] } };
  await fill(server.store, submissions, { ...fact, event });
  const [answer] = (await queries().submissions.get('odd', 'odd-names'))?.answers ?? [];
  const { display, ...stored } = answer ?? {};
  assert.equal(stored, { ...question, value });
  assert.match(display ?? '', 'big: 4294967296');
});

test('documents of other accounts cannot be read', async () => {
  await fill(server.store, forms, formCreated('mine', { accountId: 'me' }));
  assert.is(await queries().forms.get('you', 'mine'), null);
  assert.is((await queries().forms.get(null, 'mine'))?.account_id, 'me');
  assert.equal(await queries().forms.list('you', { limit: 10 }), { items: [], next: null });
});

test('a view contains its id and hides the internal members of the document', async () => {
  await fill(server.store, accounts, accountOpened('acme'));
  assert.equal(await queries().accounts.get('acme'), {
    id: 'acme',
    name: 'Acme',
    plan: 'free',
    created_at: minute(0),
  });
});

test('accounts, keys and destinations are listed, removed ones are not', async () => {
  await fill(
    server.store,
    accounts,
    ...range(3).map((n) => accountOpened(`listed${n}`, { at: minute(500 + n) })),
  );
  const { items } = await queries().accounts.list({ limit: 3 });
  assert.equal(
    items.map(({ id }) => id),
    ['listed2', 'listed1', 'listed0'],
  );
  await fill(server.store, keys, ...range(3).map((n) => keyIssued(`k${n}`, { accountId: 'kept' })));
  const keyPages = await pagesOf((after) => queries().keys.list('kept', { limit: 2, after }));
  assert.equal(keyPages, [['k2', 'k1'], ['k0']]);
  assert.is((await queries().keys.get('kept', 'k0'))?.name, 'CI');

  const removed = inDestination('d2', { type: 'DestinationRemoved', data: { at: minute(9) } });
  const facts = [1, 2, 3].map((n) => configured(`d${n}`, { accountId: 'kept' }));
  await fill(server.store, destinations, ...facts, removed);
  const destinationPages = await pagesOf((after) => queries().destinations.list('kept', { limit: 1, after }));
  assert.equal(destinationPages, [['d3'], ['d1']]);
  assert.is(await queries().destinations.get(null, 'd2'), null);
  assert.ok(await queries().destinations.isAnyEnabled());
});

test('due deliveries are returned in order of time, and only due ones', async () => {
  const late = { accountId: 'due', destinationId: 'slow' };
  await fill(
    server.store,
    deliveries,
    ...range(5).map((n) => scheduled(`w${n}`, { ...late, at: minute(3_000), dueAt: minute(3_010 - n) })),
    scheduled('w9', { ...late, dueAt: minute(3_008) }),
    scheduled('gone', { ...late, dueAt: minute(3_007) }),
    inDelivery('gone', { type: 'DeliveryCancelled', data: { reason: 'destination_removed', at: minute(9) } }),
  );
  const queue = dueQueries(collectionsOf(server.store));
  const now = minute(3_008);
  const idsOf = (found: readonly DueDelivery[]) => found.map(({ id }) => id);
  const first = await queue.since({ at: minute(3_001), id: '' }, now, 2);
  assert.equal(idsOf(first), ['w4', 'w3']);
  assert.equal(idsOf(await queue.since({ at: first[1]?.dueAt ?? '', id: 'w3' }, now, 9)), ['w2', 'w9']);
  assert.equal(idsOf(await queue.since({ at: now, id: 'w2' }, now, 9)), ['w9'], 'within one moment by id');
  assert.equal(idsOf(await queue.of('slow', now, 3)), ['w4', 'w3', 'w2']);
  assert.equal(idsOf(await queue.among(['gone', 'w0', 'w4'], now)), ['w4']);
  const [{ position } = { position: -1n }] = await queue.among(['w4'], now);
  const changed = async (from: bigint) => idsOf(await queue.changed(from, position, 99));
  assert.ok((await changed(position - 1n)).includes('w4'));
  assert.not.ok((await changed(position)).includes('w4'));
  assert.not.ok((await changed(-1n)).includes('gone'));
  const shard = shardOf('slow');
  const here = { shard, destinationId: 'slov' };
  assert.equal(idsOf(await queue.pendingAfter(here, shard, 2)), ['w4', 'w3']);
  assert.equal(idsOf(await queue.pendingAfter({ shard, destinationId: 'slow' }, shard, 9)), []);
  const all = await queue.pendingAfter({ shard: 0, destinationId: '' }, shardCount - 1, 99);
  assert.equal(
    all.map(({ destinationId }) => shardOf(destinationId)),
    all.map(({ destinationId }) => shardOf(destinationId)).sort((a, b) => a - b),
  );
  assert.ok(idsOf(all).includes('w0') && !idsOf(all).includes('gone'));
  assert.is((await queue.depth(now, 3)).due, 3);
});

test('lists the deliveries of all accounts without erased ones', async () => {
  await fill(server.store, deliveries, scheduled('kept', { accountId: 'all' }));
  const erased = new Map([['erased', { position: 1n, doc: null }]]);
  await openDocuments(server.store, deliveries).write(new Map(), erased);
  const { items } = await queries().deliveries.list(null, { limit: 1_000 });
  const ids = items.map(({ id }) => id);
  assert.equal([ids.includes('kept'), ids.includes('erased')], [true, false]);
});

test('lists deliveries by destination and status', async () => {
  const accountId = 'log';
  await fill(
    server.store,
    deliveries,
    ...range(4).map((n) => scheduled(`l${n}`, { accountId, destinationId: n % 2 ? 'odd' : 'even' })),
    inDelivery('l1', { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at: minute(9) } }),
  );
  const ids = async (filter: object) =>
    (await queries().deliveries.list(accountId, { limit: 9, ...filter })).items.map(({ id }) => id);
  assert.equal(await ids({}), ['l3', 'l2', 'l1', 'l0']);
  assert.equal(await ids({ destinationId: 'odd' }), ['l3', 'l1']);
  assert.equal(await ids({ status: 'pending' }), ['l3', 'l2', 'l0']);
  assert.equal(await ids({ status: 'skipped', destinationId: 'odd' }), ['l1']);
});

test('lists unfinished recoveries: running ones, and stopped ones with an open batch', async () => {
  const cancelled = (id: string) => inRecovery(id, { type: 'RecoveryCancelled', data: { at: minute(9) } });
  const taken = (id: string) =>
    inRecovery(id, {
      type: 'RecoveryBatchTaken',
      data: { batch: 1, deliveryIds: ['w1'], place: { at: minute(1), id: 'w1' }, at: minute(8) },
    });
  await fill(
    server.store,
    recoveries,
    ...['runs', 'open', 'over'].map((id, n) => recoveryRequested(id, { at: minute(n) })),
    taken('open'),
    cancelled('open'),
    cancelled('over'),
  );
  assert.equal(await queries().recoveries.running(9), ['runs', 'open']);
});

test.run();
