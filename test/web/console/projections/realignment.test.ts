import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { modelId } from '../../../../projections/projection.ts';
import { forms } from '../../../../projections/read-models/forms/projection.ts';
import { eventually } from '../../../support/eventually.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('a log that was replaced, in the console');
let service: TestService;
let operator: Visit;
let auditor: Visit;
let owner: Visit;
const list = '/console/projections';

/** As the queries throw it while their read model is held back. */
class ReadModelDiverged extends Error {
  override readonly name = 'ReadModelDiverged';
}

test.before(async () => {
  service = await startService();
  const { accountId, key } = await service.newAccount();
  await service.newForm(accountId);
  await service.settled();
  const [first = '', second = ''] = service.operatorTokens;
  operator = await signIn(service, first);
  auditor = await signIn(service, second);
  owner = await signIn(service, key);
});
test.after(() => service.close());

test('lists answer 503 with a message for the account, and a link to the explanation for operators', async () => {
  const { list: former } = service.deps.queries.forms;
  Object.assign(service.deps.queries.forms, {
    list: () => Promise.reject(new ReadModelDiverged('the read model forms')),
  });
  const ofOwner = await owner.get('/console/forms');
  assert.is(ofOwner.status, 503);
  assert.match(ofOwner.text, 'Lists are held back');
  assert.match(ofOwner.text, 'Submissions are still accepted.');
  for (const other of ['formlog projections realign', 'A store of the service', list])
    assert.not.match(ofOwner.text, other);
  assert.match((await operator.get('/console/forms')).text, `href="${list}"`);
  Object.assign(service.deps.queries.forms, { list: former });
});

test('the operator sees the differences and rebuilds the models after a question', async () => {
  const page = await operator.get(list);
  assert.not.match(page.text, 'The event log has been replaced');
  const { session } = service;
  const read = session.positions.of(modelId(forms));
  assert.ok(read?.event);
  const event = { ...read.event, id: 'of-another-log' };
  session.positions.advance(modelId(forms), { ...read, event }, 'now');
  await session.save();
  const { text } = await operator.get(list);
  for (const part of ['The event log has been replaced', 'of-another-log', 'formlog projections realign'])
    assert.match(text, part);
  const ask = '/console/ask?action=%2Fconsole%2Fprojections%2Frealign';
  assert.match(text, 'value="/console/projections/realign"');
  assert.match((await operator.get(ask)).text, 'Build everything again from this log?');
  const seen = await auditor.get(list);
  assert.match(seen.text, 'The event log has been replaced');
  assert.not.match(seen.text, 'Build again from this log');
  assert.is((await auditor.post(`${list}/realign`)).status, 403);
  assert.is((await operator.post(`${list}/realign`)).location, list);
  assert.match((await operator.get(list)).text, 'Everything is being built again.');
  await eventually('everything matches', async () => {
    const after = await operator.get(list);
    return !after.text.includes('The event log has been replaced');
  });
});

test('the events that the log has lost stay listed', async () => {
  const lost = {
    _id: 'forms lost-form',
    model: 'forms',
    id: 'lost-form',
    state: 'missing',
    account_id: 'acme',
    form_id: null,
    at: '2026-03-01T12:00:00.000Z',
  };
  await service.store.named<typeof lost>('_missing').insertOne(lost);
  const { text } = await operator.get(list);
  for (const part of ['Lost from the event log', 'lost-form', '--file missing.jsonl'])
    assert.match(text, part);
});

test.run();
