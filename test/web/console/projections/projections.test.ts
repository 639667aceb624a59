import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf } from '../../../support/ended-deliveries.ts';
import { eventually } from '../../../support/eventually.ts';
import { parkedDestination, parkedKey } from '../../../support/parked.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('projections in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let operator: Visit;
let auditor: Visit;
let analyst: Visit;
const list = '/console/projections';

test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  await service.newForm(mine.accountId);
  await service.settled();
  const [first = '', second = '', third = ''] = service.operatorTokens;
  operator = await signIn(service, first);
  auditor = await signIn(service, second);
  analyst = await signIn(service, third);
});
test.after(() => service.close());

test('the list shows every model and worker, and is updated', async () => {
  const { status, text } = await operator.get(list);
  assert.is(status, 200);
  for (const part of [`href="${list}/forms"`, `href="${list}/eraser"`, 'read model', 'worker', 'every 2s'])
    assert.match(text, part);
  assert.match(text, 'No destination is parked.');
  assert.not.match(text, 'style=');
});

test('a rebuild adds a generation, and a rollback restores the former one', async () => {
  const page = `${list}/forms`;
  assert.match((await operator.get(page)).text, 'forms@');
  assert.is((await operator.post(`${page}/rollback`)).status, 409, 'there is nothing to go back to');
  const begun = await operator.post(`${page}/rebuild`);
  assert.is(begun.location, page, begun.text);
  assert.match((await operator.get(page)).text, 'A new generation was requested.');
  await eventually('readers are switched', async () => (await operator.get(page)).text.includes('kept'));
  assert.is((await operator.post(`${page}/rollback`)).status, 303);
  assert.is((await operator.post(`${page}/drop`)).location, page);
  assert.match((await operator.get(page)).text, 'The generations that are not read are being removed.');
});

test('a verification shows its report', async () => {
  const page = `${list}/accounts`;
  assert.match((await operator.get(page)).text, 'has not been verified yet');
  assert.is((await operator.post(`${page}/verify`, { sample: 'many' })).status, 400);
  assert.is((await operator.post(`${page}/verify`, { sample: '' })).location, page);
  await eventually('the report', async () => (await operator.get(page)).text.includes('Documents compared'));
  assert.match((await operator.get(page)).text, 'badge good">equal');
  assert.match((await operator.get(`${page}.verify`)).text, 'Documents compared');
});

test('a copy is created, shown and dropped; invalid input is reported beside the controls', async () => {
  const page = `${list}/submissions`;
  const replay = `${page}/replay`;
  assert.match((await operator.get(replay)).text, 'name="into"');
  const wrong = await operator.post(replay, { from: 'yesterday', to: '', into: '' });
  assert.is(wrong.status, 422);
  assert.match(wrong.text, 'Must be a position, or a time');
  assert.match(wrong.text, 'value="yesterday"');
  assert.match((await operator.post(replay, { from: '', to: '', into: '' })).text, 'A replay requires');
  const taken = await operator.post(replay, { into: 'forms' });
  assert.is(taken.status, 409);
  assert.match(taken.text, 'exists already');
  const made = await operator.post(replay, { from: '0', to: '', into: 'march' });
  assert.is(made.location, `${list}/march`, made.text);
  assert.match((await operator.get(page)).text, `href="${list}/march"`);
  assert.is((await operator.post(`${list}/march/drop`)).location, list);
  const again = await operator.post(replay, { from: '0' });
  assert.is(again.location, page, again.text);
});

/** Has the read model of forms wait for an event, until the test ends. */
async function parking(run: (retried: (string | null)[]) => Promise<void>): Promise<void> {
  const { projections } = service.deps;
  const before = { ...projections };
  const retried: (string | null)[] = [];
  Object.assign(projections, {
    parked: (name: string) => Promise.resolve(name === 'none' ? null : [parkedKey]),
    maySkip: (_: string, id: string) => Promise.resolve(id === parkedKey.event.id ? null : 'not parked'),
    retry: (_: string, id: string | null) => Promise.resolve(retried.push(id)),
  });
  try {
    await run(retried);
  } finally {
    Object.assign(projections, before);
  }
}

test('a parked key is tried again, or its event is skipped for a reason that the log keeps', () =>
  parking(async (retried) => {
    const page = `${list}/forms`;
    const { text } = await analyst.get(page);
    assert.match(text, 'no &lt;title>');
    assert.match(text, `${page}/skip?event=event-9`);
    assert.is((await analyst.post(`${page}/retries`, { event_id: 'event-9' })).location, page);
    const asked = await analyst.get(`${page}/skip?event=event-9`);
    assert.match(asked.text, 'Skip this event');
    const empty = await analyst.post(`${page}/skip`, { event_id: 'event-9', reason: ' ' });
    assert.is(empty.status, 422);
    assert.match(empty.text, 'Is required.');
    assert.is((await analyst.get(`${page}/skip?event=other`)).status, 404);
    assert.is((await analyst.post(`${page}/skip`, { event_id: 'other', reason: 'x' })).status, 409);
    const skipped = await analyst.post(`${page}/skip`, { event_id: 'event-9', reason: 'It has no title.' });
    assert.is(skipped.location, page, skipped.text);
    assert.equal(retried, ['event-9', 'event-9']);
    const found: unknown[] = [];
    for await (const { event, metadata } of service.log.readStream('projection-forms'))
      found.push([event.type, 'reason' in event.data && event.data.reason, metadata.actor]);
    assert.equal(found, [
      ['ProjectionEventSkipped', 'It has no title.', { kind: 'operator', id: 'test-analyst' }],
    ]);
  }));

test('a parked key is named by what its event is about, before ids', async () => {
  const formId = await service.newForm(mine.accountId);
  const destinationId = await destinationOf(service, mine.accountId);
  await service.settled();
  const at = (stream: string, id: string) => ({
    ...parkedKey,
    scope: { kind: 'document' as const, id },
    event: { ...parkedKey.event, stream },
  });
  const { projections } = service.deps;
  const before = projections.parked;
  projections.parked = () =>
    Promise.resolve([
      at(`form-${formId}`, formId),
      at(`destination-${destinationId}`, destinationId),
      at(`account-${mine.accountId}`, mine.accountId),
      at('submission-9', '9'),
    ]);
  const { text } = await analyst.get(`${list}/forms`);
  projections.parked = before;
  const labels = await service.deps.queries.destinations.labels(null, [destinationId]);
  const { name } = (await service.deps.queries.accounts.get(mine.accountId)) ?? {};
  for (const [page, words] of [
    [`/console/forms/${formId}`, 'A form'],
    [`/console/destinations/${destinationId}`, labels.get(destinationId)],
    [`/console/accounts/${mine.accountId}`, name],
    ['/console/submissions/9', 'submission'],
  ])
    assert.match(text, `<a href="${page}">${words}</a>`);
});

test('a parked destination is tried again', async () => {
  const id = await destinationOf(service, mine.accountId);
  await service.settled();
  const { parkedDestinations } = service.deps;
  const list9 = { list: () => Promise.resolve([parkedDestination(id)]) };
  const before = { ...parkedDestinations };
  const asked: unknown[] = [];
  Object.assign(parkedDestinations, {
    ...list9,
    requestRetry: (one: string | null) => Promise.resolve(asked.push(one)),
  });
  const { text } = await analyst.get(list);
  assert.match(text, 'no key opens it');
  assert.match(text, `<a href="/console/destinations/${id}">x</a>`);
  const url = `${list}/parked-destinations/retries`;
  assert.is((await analyst.post(url, { destination_id: id })).location, list);
  assert.equal(asked, [id]);
  Object.assign(parkedDestinations, before);
});

test('auditors may read only, API keys see nothing, and a change needs the token', async () => {
  const page = `${list}/forms`;
  const { status, text } = await auditor.get(page);
  assert.is(status, 200);
  assert.not.match(text, '/rebuild');
  const stranger = await signIn(service, mine.key);
  for (const action of ['rebuild', 'rollback', 'drop', 'verify', 'replay', 'retries']) {
    assert.is((await auditor.post(`${page}/${action}`)).status, 403, action);
    assert.is((await stranger.post(`${page}/${action}`)).status, 403, action);
    assert.is((await operator.post(`${page}/${action}`, { _token: '' })).status, 403, action);
  }
  for (const path of ['replay', 'skip?event=event-9'])
    assert.is((await auditor.get(`${page}/${path}`)).status, 403, path);
  for (const path of [list, page]) assert.is((await stranger.get(path)).status, 403, path);
  for (const path of ['none', 'none/replay']) assert.is((await operator.get(`${list}/${path}`)).status, 404);
  assert.is((await operator.post(`${list}/eraser/rebuild`)).status, 404);
});

test.run();
