import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveFormDraft } from '../../../commands/form-draft/save-draft.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('the trail of an account in the API');
let service: TestService;
let accountId: string;
let formId: string;
let other: Awaited<ReturnType<TestService['newAccount']>>;

test.before(async () => {
  service = await startService();
  const account = await service.newAccount();
  ({ accountId } = account);
  formId = await service.newForm(accountId, [nameField]);
  await account.api('PATCH', '/forms', { body: { id: formId, title: 'Feedback' } });
  await service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: 'pro' } });
  other = await service.newAccount();
  await service.newForm(other.accountId, [nameField], 'draft');
  await service.settled();
});
test.after(() => service.close());

const trail = (query = '', id = accountId) => service.admin('GET', `/accounts/${id}/trail${query}`);

function members(answer: TestResponse, name: string): unknown[] {
  assert.is(answer.status, 200, answer.text);
  return Array.from({ length: Number(answer.at('count')) }, (_, index) => answer.at(`data.${index}.${name}`));
}

test('acts are sentences with their changes, newest first, of this account alone', async () => {
  const page = await trail();
  const sentences = members(page, 'sentence');
  assert.equal(sentences.slice(0, 4), [
    'Operator test-operator changed the plan to “pro”.',
    'API key “test” gave the form the title “Feedback”.',
    'Operator test-operator published the form “A form”.',
    'Operator test-operator created the form “A form” with 1 question.',
  ]);
  assert.equal(page.at('data.1.worded_changes'), [{ label: 'Title', before: 'A form', after: 'Feedback' }]);
  assert.is(page.at('corrections_since'), null);
  const accounts = members(page, 'stream').join(' ');
  assert.not.match(accounts, other.accountId);
  assert.is((await trail('', 'none')).status, 404);
});

test('pages go both ways, and a cursor belongs to its order and its filters', async () => {
  const all = members(await trail(), 'id');
  for (const order of ['desc', 'asc'] as const) {
    const found: unknown[] = [];
    for (let cursor = ''; ;) {
      const page = await trail(`?limit=2&order=${order}${cursor}`);
      found.push(...members(page, 'id'));
      if (page.at('has_more') === false) break;
      cursor = `&cursor=${String(page.at('next_cursor'))}`;
      const turned = order === 'desc' ? 'asc' : 'desc';
      assert.is((await trail(`?limit=2&order=${turned}${cursor}`)).status, 400);
      assert.is((await trail(`?limit=2&order=${order}&kind=plan${cursor}`)).status, 400);
    }
    assert.equal(found, order === 'desc' ? all : all.toReversed());
  }
});

test('acts are found by person, kind and time', async () => {
  assert.equal(members(await trail('?kind=plan'), 'type').at(0), 'PlanChanged');
  const byKey = await trail('?kind=settings');
  const id = String(byKey.at('data.0.actor.id'));
  for (const by of [id, `key:${id}`])
    assert.equal(members(await trail(`?by=${by}`), 'type'), ['FormDetailsChanged']);
  assert.equal(members(await trail(`?by=operator:${id}`), 'type'), []);
  assert.equal(members(await trail('?until=2020-01-01T00:00:00Z'), 'type'), []);
  const since = String((await trail('?kind=plan')).at('data.0.recorded_at'));
  assert.equal(members(await trail(`?since=${since}`), 'type'), ['PlanChanged']);
  assert.is((await trail('?since=yesterday')).status, 400);
  assert.is((await trail('?kind=everything')).status, 400);
});

test('unpublished changes of one sitting are one act, and the published form another', async () => {
  const before = members(await trail(), 'id').length;
  const context = {
    accountId,
    actor: { kind: 'operator', id: 'ada' },
    correlationId: 'r',
    causationId: 'r',
  } as const;
  const history = await service.admin('GET', `/forms/${formId}/history?order=desc&limit=1`);
  const formRevision = Number(history.at('data.0.revision'));
  for (const [seen, title] of [
    [-1, 'First'],
    [0, 'Second'],
    [1, 'Third'],
  ] as const) {
    const changes = { details: { title } };
    const saved = await saveFormDraft(service.deps, { formId, seen, formRevision, changes }, context);
    assert.ok(saved.ok);
  }
  const page = await trail();
  assert.is(members(page, 'id').length, before + 1);
  assert.match(
    String(page.at('data.0.sentence')),
    /^Operator ada changed the details in the draft of the form “Feedback”, in 3 saves since /,
  );
  assert.equal([page.at('data.0.saves'), page.at('data.0.type')], [3, 'FormDraftSaved']);
});

test('histories and audit facts have sentences and changes in words, too', async () => {
  const history = await service.admin('GET', `/forms/${formId}/history?order=desc`);
  assert.is(history.at('data.0.sentence'), 'API key “test” gave the form the title “Feedback”.');
  assert.equal(history.at('data.0.worded_changes'), [
    { label: 'Title', before: 'A form', after: 'Feedback' },
  ]);
  const made = await service.admin('GET', `/forms/${formId}/history?order=asc&limit=1`);
  assert.match(JSON.stringify(made.at('data.0.worded_changes')), 'A form');
  const sent = await other.api('POST', '/submissions', {
    body: { form_id: await service.newForm(other.accountId, [nameField]), answers: { name: 'Secret Ada' } },
  });
  await service.admin('POST', `/submissions/${String(sent.at('id'))}/erase`);
  const audit = await service.admin('GET', `/accounts/${other.accountId}/audit`);
  assert.is(audit.at('data.0.sentence'), 'Operator test-operator erased a submission of “A form”.');
  assert.not.match((await trail('', other.accountId)).text, 'Secret');
});

test.run();
