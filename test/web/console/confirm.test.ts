import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';
import { signIn, type Visit } from '../../support/web.ts';

const test = suite('irreversible actions ask first');
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let visit: Visit;
test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  formId = await service.newForm(owner.accountId);
  visit = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

/** The address that a button for a change leads to, from the page that has the button. */
function asking(text: string, action: string): string {
  const form = new RegExp(
    `<form method="get" action="/console/ask">((?:(?!</form>).)*${action}.*?)</form>`,
    's',
  ).exec(text)?.[1];
  assert.ok(form !== undefined, `no button asks before ${action}`);
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.append(name, value);
  return `/console/ask?${fields.toString()}`;
}

async function ask(page: string, action: string): Promise<void> {
  const { text } = await visit.get(page);
  assert.not.match(text, `method="post" action="${action}"`, `${page} does it with one click`);
  const question = await visit.get(asking(text, action));
  assert.is(question.status, 200, question.text);
  assert.match(question.text, `method="post" action="${action}"`);
}

test('erasing a submission asks first', async () => {
  const made = await owner.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada' } },
  });
  await service.settled();
  const page = `/console/submissions/${String(made.at('id'))}`;
  await ask(page, `${page}/erase`);
  assert.is((await visit.post(`${page}/erase`)).location, page);
});

test('archiving a form asks first, closing it does not', async () => {
  const page = `/console/forms/${formId}`;
  assert.match((await visit.get(page)).text, `method="post" action="${page}/status"`);
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'closed' } });
  await service.settled();
  const { text } = await visit.get(page);
  const question = await visit.get(asking(text, `${page}/status`));
  assert.match(question.text, 'Archive this form?');
  assert.match(question.text, 'name="status" value="archived"');
});

test('revoking a key, cancelling a recovery, disabling a destination and dropping generations ask first', async () => {
  const { accountId, keyId, api } = owner;
  await ask(`/console/accounts/${accountId}`, `/console/keys/${keyId}/revoke`);
  const body = { label: 'x', url: 'https://example.com/hook' };
  const destination = `/console/destinations/${String((await api('POST', '/destinations', { body })).at('id'))}`;
  const started = await api('POST', '/recoveries', { body: { since: '2020-01-01T00:00:00Z' } });
  const recovery = `/console/recoveries/${String(started.at('id'))}`;
  await service.settled();
  await ask(destination, `${destination}/disable`);
  await ask(recovery, `${recovery}/cancel`);
  for (const action of ['drop', 'rollback'])
    await ask('/console/projections/forms', `/console/projections/forms/${action}`);
});

test('removing the secret of Stripe asks first, and leads back to the account', async () => {
  const { accountId } = owner;
  const page = `/console/accounts/${accountId}`;
  const body = { signing_secret: 'whsec_0123456789abcdef0123456789abcdef' };
  const set = await service.admin('PUT', `/accounts/${accountId}/payment-providers/stripe`, { body });
  assert.is(set.status, 200, set.text);
  await service.settled();
  await ask(page, `${page}/stripe/remove`);
  const question = await visit.get(asking((await visit.get(page)).text, `${page}/stripe/remove`));
  const back = /<a href="([^"]+)">No, go back/.exec(question.text)?.[1] ?? '';
  assert.is((await visit.get(back)).status, 200, back);
});

test('every button that asks first leads to a question', async () => {
  const { accountId } = owner;
  const made = await owner.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada' } },
  });
  await service.settled();
  const pages = [`accounts/${accountId}`, `forms/${formId}`, `submissions/${String(made.at('id'))}`];
  const models = service.deps.projections.names.map((name) => `projections/${name}`);
  for (const page of [...pages, ...models]) {
    const { text } = await visit.get(`/console/${page}`);
    for (const [, action = ''] of text.matchAll(/action="\/console\/ask">.*?name="action" value="([^"]*)"/gs))
      assert.is((await visit.get(asking(text, action))).status, 200, `${page}: ${action}`);
  }
});

test('a link can ask only about its action, in words of the service', async () => {
  for (const action of [
    'https://evil.example/',
    '/console/sign-out',
    '//evil.example/erase',
    `/console/forms/${formId}/status`,
  ])
    assert.is((await visit.get(`/console/ask?action=${encodeURIComponent(action)}`)).status, 404, action);
});

test.run();
