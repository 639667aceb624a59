import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('submissions of the admin API');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const answers = { name: 'Ada' };

/** An account with a form, and a function that submits to it. */
async function openForm() {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const path = `/accounts/${accountId}/submissions`;
  const submit = (headers: Record<string, string> = {}) =>
    service.admin('POST', path, { body: { form_id: formId, answers }, headers });
  return { accountId, api, formId, path, submit };
}

const after = (answer: { header(name: string): unknown }) => ({
  headers: { 'x-read-after': String(answer.header('x-log-position')) },
});

test('a submission by an operator equals one through the public API, and its history names the operator', async () => {
  const { api, submit } = await openForm();
  const made = await submit();
  assert.is(made.status, 201, made.text);
  const id = String(made.at('id'));
  assert.match(String(made.header('location')), `/submissions/${id}`);
  const read = await service.admin('GET', `/submissions/${id}`, after(made));
  assert.equal([read.status, read.text], [200, made.text]);
  assert.equal((await api('GET', `/submissions?id=${id}`, after(made))).text, made.text);
  const history = await service.admin('GET', `/submissions/${id}/history`, after(made));
  assert.is(history.at('data.0.actor.kind'), 'operator');
});

test('the list pages through the submissions of the account, filtered by form', async () => {
  const { accountId, formId, path, submit } = await openForm();
  const other = await service.newForm(accountId);
  const first = await submit();
  await service.admin('POST', path, { body: { form_id: other, answers } });
  const last = await submit();
  const page = await service.admin('GET', `${path}?limit=2`, after(last));
  assert.equal([page.at('count'), page.at('data.0.id'), page.at('has_more')], [2, last.at('id'), true]);
  const cursor = encodeURIComponent(String(page.at('next_cursor')));
  const rest = await service.admin('GET', `${path}?limit=2&cursor=${cursor}`);
  assert.equal([rest.at('count'), rest.at('data.0.id')], [1, first.at('id')]);
  const ofForm = await service.admin('GET', `${path}?form_id=${formId}`);
  assert.is(ofForm.at('count'), 2);
  const { headers } = after(last);
  const until = await service.admin('GET', `${path}?until=2020-01-01T00:00:00Z`, { headers });
  assert.is(until.at('count'), 0);
  const stranger = await openForm();
  assert.is((await service.admin('GET', stranger.path)).at('count'), 0);
});

test('an idempotency key creates one submission', async () => {
  const { submit } = await openForm();
  const made = await submit({ 'idempotency-key': 'a' });
  const again = await submit({ 'idempotency-key': 'a' });
  assert.equal([again.status, again.at('id')], [201, made.at('id')]);
  assert.is(again.header('idempotency-replayed'), 'true');
});

test('the same idempotency key of the account and of an operator names two requests', async () => {
  const { accountId, api } = await service.newAccount();
  const body = { form_id: await service.newForm(accountId), answers };
  const headers = { 'idempotency-key': 'shared' };
  const byOperator = await service.admin('POST', `/accounts/${accountId}/submissions`, { body, headers });
  const byKey = await api('POST', '/submissions', { body, headers });
  assert.equal([byOperator.status, byKey.status], [201, 201]);
  assert.is.not(byKey.at('id'), byOperator.at('id'));
});

test('an unknown resource is named in the 404, and an erased submission is 410', async () => {
  const unknown = await service.admin('GET', '/submissions/nosuch');
  assert.equal([unknown.status, unknown.at('error.code')], [404, 'not_found']);
  assert.match(String(unknown.at('error.message')), 'submission nosuch');
  const { submit, path } = await openForm();
  const made = await submit();
  const id = String(made.at('id'));
  const erased = await service.admin('POST', `/submissions/${id}/erase`);
  assert.is((await service.admin('GET', `/submissions/${id}`, after(erased))).status, 410);
  assert.is((await service.admin('GET', '/accounts/nosuch/submissions')).status, 404);
  const refused = await service.admin('POST', path, { body: { form_id: 'nosuch', answers } });
  assert.is(refused.status, 404);
});

test('auditors may read submissions, and create none', async () => {
  const { path, formId } = await openForm();
  const [, auditor = ''] = service.operatorTokens;
  const as = service.withToken(auditor);
  assert.is((await as('GET', path)).status, 200);
  assert.is((await as('POST', path, { body: { form_id: formId, answers } })).status, 403);
});

test.run();
