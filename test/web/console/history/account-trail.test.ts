import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf } from '../../../support/ended-deliveries.ts';
import { newMember } from '../../../support/people.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the console: who did what in an account');
let service: TestService;
let auditor: Visit;
let accountId: string;
let submissionId: string;
test.before(async () => {
  service = await startService();
  auditor = await signIn(service, service.operatorTokens[1] ?? '');
  const account = await service.newAccount();
  ({ accountId } = account);
  const formId = await service.newForm(accountId, [nameField]);
  await account.api('PATCH', '/forms', { body: { id: formId, title: 'Feedback' } });
  const destinationId = await destinationOf(service, accountId);
  await service.admin('PATCH', `/destinations/${destinationId}`, { body: { label: 'CRM hook' } });
  await service.admin('DELETE', `/destinations/${destinationId}`);
  const made = await account.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Secret Ada' } },
  });
  submissionId = String(made.at('id'));
  await service.admin('PATCH', `/submissions/${submissionId}`, {
    body: { answers: { name: 'Secret Grace' }, correction: { reason: 'A typing error' } },
  });
  await service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: 'pro' } });
  await service.settled();
});
test.after(() => service.close());

const said = (html: string): string[] =>
  [...html.matchAll(/<span class="sentence">([^]*?)<\/p>/g)].map(([, text = '']) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const pathOf = (id: string, rest = '') => `/console/accounts/${id}/history${rest}`;

test('an auditor reads the acts of an account, newest first, whatever they were about', async () => {
  const page = await auditor.get(pathOf(accountId));
  assert.is(page.status, 200, page.text);
  const sentences = said(page.text);
  const expected = [
    'Operator test-operator changed the plan to “pro”.',
    'Operator test-operator corrected the answers to the form “Feedback”. Reason: “A typing error”.',
    'Operator test-operator removed the destination “CRM hook”.',
    'Operator test-operator changed the name of the destination “CRM hook”.',
    'Operator test-operator added the destination “x” at https://example.com/hook.',
    'API key “test” gave the form the title “Feedback”.',
    'Operator test-operator published the form “A form”.',
    'Operator test-operator created the form “A form” with 1 question.',
  ];
  assert.equal(sentences.slice(0, expected.length), expected);
  assert.match(sentences.join(' '), 'opened the account “Acme”');
  assert.match(sentences.join(' '), 'issued the API key “test”');
  assert.not.match(
    sentences.join(' '),
    /sent the form|counted/,
    'neither submissions nor notes of the service',
  );
});

test('the acts of one person, kind or day are found', async () => {
  const byKey = said((await auditor.get(pathOf(accountId, '?kind=settings'))).text);
  assert.equal(byKey, [
    'Operator test-operator changed the name of the destination “CRM hook”.',
    'API key “test” gave the form the title “Feedback”.',
  ]);
  const onePerson = said(
    (await auditor.get(pathOf(accountId, '?by=operator%3Atest-operator&kind=settings'))).text,
  );
  assert.is(onePerson.length, 1);
  const early = await auditor.get(pathOf(accountId, '?until=2020-01-01'));
  assert.match(early.text, 'No event fits these filters.');
  const today = new Date().toISOString().slice(0, 10);
  assert.ok(said((await auditor.get(pathOf(accountId, `?since=${today}`))).text).length > 5);
});

test('older acts follow on the next page, and no act is missing or told twice', async () => {
  const { accountId: busy } = await service.newAccount();
  const formId = await service.newForm(busy, [nameField], 'draft');
  for (let change = 0; change < 60; change++)
    await service.admin('PATCH', `/forms/${formId}`, { body: { title: `Title ${change}` } });
  await service.settled();
  const first = await auditor.get(pathOf(busy));
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.text) ?? [];
  const second = await auditor.get(next.replaceAll('&amp;', '&'));
  const all = [...said(first.text), ...said(second.text)];
  const titles = all.flatMap((text) => /“Title (\d+)”/.exec(text)?.[1] ?? []);
  assert.equal(
    titles,
    Array.from({ length: 60 }, (_, index) => String(59 - index)),
  );
  const csv = await auditor.get(pathOf(busy, '/events.csv?kind=settings'));
  assert.is(csv.text.match(/gave the form the title/g)?.length, 60);
});

test('owners read the trail of their account, without the names of operators to choose from', async () => {
  const owner = await newMember(service, accountId, { email: 'owner@example.com', role: 'owner' });
  const page = await owner.get(pathOf(accountId));
  assert.is(page.status, 200, page.text);
  assert.ok(said(page.text).includes('Operator test-operator changed the plan to “pro”.'));
  assert.not.match(page.text, '<option value="operator:');
  assert.not.match(page.text, '/console/log/');
  assert.match((await owner.get(`/console/accounts/${accountId}`)).text, 'Who did what');
  assert.match((await owner.get(pathOf(accountId, '/events.csv'))).text, 'changed the plan');
});

test('nothing is shown to editors, to keys that may not see its subjects, and to other accounts', async () => {
  const editor = await newMember(service, accountId, { email: 'editor@example.com', role: 'editor' });
  const body = { name: 'settings alone', scopes: ['account:write'] };
  const alone = String((await service.admin('POST', `/accounts/${accountId}/keys`, { body })).at('key'));
  const { accountId: other, key: otherKey } = await service.newAccount();
  const visits: [Visit, number][] = [
    [editor, 403],
    [await signIn(service, alone), 403],
    [await signIn(service, otherKey), 404],
    [await newMember(service, other, { email: 'other@example.com', role: 'owner' }), 404],
  ];
  for (const [visit, status] of visits)
    for (const rest of ['', '/events.csv', '/events.ndjson']) {
      const answer = await visit.get(pathOf(accountId, rest));
      assert.is(answer.status, status, rest);
      assert.not.match(answer.text, 'Feedback');
    }
  const text = (await auditor.get(pathOf(other, '/events.ndjson'))).text;
  assert.not.match(text, 'Feedback');
  assert.is((await auditor.get(pathOf('none'))).status, 404);
});

test('an erasure takes the correction with the answers out of the trail, and stays itself', async () => {
  assert.match((await auditor.get(pathOf(accountId))).text, 'Secret Grace');
  await service.admin('POST', `/submissions/${submissionId}/erase`);
  await service.settled();
  const page = await auditor.get(pathOf(accountId));
  assert.not.match(page.text, 'Secret');
  assert.match(said(page.text)[0] ?? '', 'erased a submission of “Feedback”.');
  assert.not.match((await auditor.get(pathOf(accountId, '/events.ndjson'))).text, 'Secret');
});

test.run();
