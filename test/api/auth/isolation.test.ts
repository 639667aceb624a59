import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('isolation of accounts');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let theirs: typeof mine;
let formId: string;
let submissionId: string;

test.before(async () => {
  service = await startService();
  [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  formId = await service.newForm(theirs.accountId, [nameField]);
  const made = await theirs.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'secret' } },
  });
  submissionId = String(made.at('id'));
  await service.settled();
});
test.after(() => service.close());

test('what is of another account looks as if it were not there', async () => {
  const requests = (form: string, submission: string) => [
    mine.api('GET', `/forms?id=${form}`),
    mine.api('PATCH', '/forms', { body: { id: form, title: 'Mine now' } }),
    mine.api('PATCH', '/forms', { body: { id: form, status: 'closed' }, headers: { 'if-match': '"1"' } }),
    mine.api('GET', `/submissions?id=${submission}`),
    mine.api('GET', `/submissions?form_id=${form}`),
    mine.api('POST', '/submissions', { body: { form_id: form, answers: { name: 'x' } } }),
    mine.api('POST', '/submissions', { body: { form_id: form, answers: { nonsense: 1 } } }),
  ];
  const foreign = await Promise.all(requests(formId, submissionId));
  const missing = await Promise.all(requests('none', 'none'));
  for (const [index, answer] of foreign.entries()) {
    assert.is(answer.status, 404, answer.text);
    assert.is(answer.at('error.code'), 'not_found');
    const withoutIds = (text = '') =>
      text.replace(/"request_id":"[^"]+"/, '').replace(/(?<=The \w+ )\S+(?= does not exist)/, '');
    assert.is(withoutIds(answer.text), withoutIds(missing[index]?.text));
    assert.is(answer.header('etag'), undefined);
  }
});

test('lists hold what is of the account alone', async () => {
  assert.is((await mine.api('GET', '/forms')).at('count'), 0);
  assert.is((await mine.api('GET', '/submissions')).at('count'), 0);
  assert.is((await theirs.api('GET', '/submissions')).at('count'), 1);
});

test('nothing of it changed', async () => {
  const form = await theirs.api('GET', `/forms?id=${formId}`);
  assert.equal(
    [form.at('title'), form.at('status'), form.at('submission_count'), form.header('etag')],
    ['A form', 'published', 1, '"1"'],
  );
});

test('an idempotency key of another account says nothing', async () => {
  const ownForm = await service.newForm(mine.accountId, [nameField]);
  const headers = { 'idempotency-key': 'shared' };
  const submit = (who: typeof mine, form_id: string) =>
    who.api('POST', '/submissions', { body: { form_id, answers: { name: 'x' } }, headers });
  assert.is((await submit(theirs, formId)).status, 201);
  const own = await submit(mine, ownForm);
  assert.is(own.status, 201);
  assert.is(own.header('idempotency-replayed'), undefined);
});

test.run();
