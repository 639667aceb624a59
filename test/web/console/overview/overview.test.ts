import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Stored } from '../../../../projections/collections.ts';
import { type FailureRow, failureRows } from '../../../../projections/queries/overview/needs-attention.ts';
import { destinationOf, endedDelivery } from '../../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the overview: what needs a person, and what happened');
const small = { api: true, published_forms: 1, submissions_per_month: 5 };
let service: TestService;
let operator: Visit;
test.before(async () => {
  service = await startService({ plans: { small } });
  operator = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

const needsIn = (html: string): string =>
  /<section class="needs"[^]*?<\/section>/
    .exec(html)?.[0]
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ') ?? '';

/** Counts failures as the disable policy does. */
const failed = (destinationId: string, attempts: number) =>
  service.store.named<Stored<FailureRow>>(`${failureRows.name}@${failureRows.version}`).insertOne({
    _id: destinationId,
    _position: 1n,
    exhausted: 0,
    attempts,
    failed_since: '2026-01-01T00:00:00.000Z',
  });

async function destination(accountId: string, label: string): Promise<string> {
  const id = await destinationOf(service, accountId);
  await service.admin('PATCH', `/destinations/${id}`, { body: { label } });
  return id;
}

test('an account without trouble is well, for the holder of its key', async () => {
  const { key } = await service.newAccount();
  const visit = await signIn(service, key);
  const { text, status } = await visit.get('/console');
  assert.is(status, 200);
  assert.match(text, 'All is well');
  assert.not.match(text, 'At this moment');
});

test('an account without forms leads to the first form, for those who may create it', async () => {
  const { accountId, key } = await service.newAccount();
  const first = 'Create your first form';
  const writer = await signIn(service, key);
  const { text } = await writer.get('/console');
  assert.match(text, first);
  assert.match(text, 'href="/console/forms/new"');
  const body = { name: 'reader', scopes: ['forms:read', 'submissions:read'] };
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body });
  const reader = await signIn(service, String(issued.at('key')));
  assert.not.match((await reader.get('/console')).text, first);
  assert.not.match((await operator.get('/console')).text, first);
  await service.newForm(accountId, undefined, 'draft');
  await service.settled();
  assert.not.match((await writer.get('/console')).text, first);
});

test('destinations that fail or were disabled stand first, with their page', async () => {
  const { accountId, key } = await service.newAccount();
  const failing = await destination(accountId, 'CRM hook');
  const disabled = await destination(accountId, 'Old hook');
  await destination(accountId, 'Good hook');
  await failed(failing, 4);
  await service.admin('POST', `/destinations/${disabled}/disable`);
  await service.settled();
  const visit = await signIn(service, key);
  const { text } = await visit.get('/console');
  const needs = needsIn(text);
  assert.match(
    needs,
    /The destination “CRM hook” fails.*4 attempts in a row failed\..*See why.*“Old hook” is disabled/,
  );
  assert.not.match(needs, 'Good hook');
  assert.match(text, `/console/destinations/${failing}`);
  const { text: itsPage } = await visit.get(`/console/destinations/${failing}`);
  assert.match(itsPage, '4 attempts in a row failed');
  assert.match(itsPage, 'Mend the receiver, then send a test.');
  const { text: list } = await visit.get('/console/destinations');
  assert.is(list.split('4 attempts in a row failed').length, 2, 'of the one that fails');
  const all = needsIn((await operator.get('/console')).text);
  assert.match(all, 'CRM hook');
  assert.match(all, 'Account Acme', 'operators see whose it is');
});

test('another account sees none of it, and a key without the scope sees no destinations', async () => {
  const stranger = await signIn(service, (await service.newAccount()).key);
  assert.match(needsIn((await stranger.get('/console')).text), 'All is well');
  const { accountId } = await service.newAccount();
  await failed(await destination(accountId, 'Secret hook'), 9);
  const narrow = await service.admin('POST', `/accounts/${accountId}/keys`, {
    body: { name: 'narrow', scopes: ['forms:read'] },
  });
  await service.settled();
  const visit = await signIn(service, String(narrow.at('key')));
  const { text } = await visit.get('/console');
  assert.not.match(text, 'Secret hook');
  assert.not.match(text, 'What happened');
  assert.match((await visit.get('/console/overview/plots')).text, 'may see neither');
});

test('a quota that is nearly used is told from four fifths on', async () => {
  const { accountId, api, key } = await service.newAccount('small');
  const form_id = await service.newForm(accountId);
  const visit = await signIn(service, key);
  const send = () => api('POST', '/submissions', { body: { form_id, answers: { name: 'Ada' } } });
  for (let sent = 0; sent < 3; sent++) await send();
  assert.not.match(needsIn((await visit.get('/console')).text), 'quota');
  await send();
  assert.match(
    needsIn((await visit.get('/console')).text),
    /80 % of the submissions of the month&#39;s quota|80 % of the submissions of the month's quota/,
  );
  await send();
  assert.match(needsIn((await visit.get('/console')).text), /All submissions of the month/);
  assert.match(needsIn((await operator.get('/console')).text), /All submissions of the month/);
});

test('plots count submissions and webhooks of a period, from the read models', async () => {
  const { accountId, api, key } = await service.newAccount();
  const form_id = await service.newForm(accountId);
  for (let sent = 0; sent < 3; sent++)
    await api('POST', '/submissions', { body: { form_id, answers: { name: 'Ada' } } });
  const destinationId = await destinationOf(service, accountId);
  const at = new Date().toISOString();
  for (const end of ['succeeded', 'failed', 'failed', 'skipped'] as const)
    await endedDelivery(service, { accountId, destinationId, end, at });
  await service.settled();
  const visit = await signIn(service, key);
  for (const range of ['1h', '24h', '7d', '30d']) {
    const { text } = await visit.get(`/console/overview/plots?range=${range}`);
    assert.match(text, '3 complete', range);
    assert.match(text, '1 delivered, 2 failed, 0 waiting, 1 not sent', range);
  }
  const early = await visit.get('/console/overview/plots?from=2020-01-01&to=2020-01-02');
  assert.match(early.text, '0 complete');
  const others = await signIn(service, (await service.newAccount()).key);
  assert.match((await others.get('/console/overview/plots')).text, '0 complete');
});

test('the numbers of this moment are for operators', async () => {
  const page = await operator.get('/console');
  for (const part of ['Due now', 'Read models']) assert.match(page.text, part);
  const visit = await signIn(service, (await service.newAccount()).key);
  for (const path of ['numbers', 'activity'])
    assert.is((await visit.get(`/console/overview/${path}`)).status, 403, path);
});

test.run();
