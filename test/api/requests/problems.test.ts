import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type Answer, type TestService } from '../../support/service.ts';

const test = suite('problems of requests');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  formId = await service.newForm(account.accountId, [nameField]);
});
test.after(() => service.close());

/** The part of the request, the path into it and the code of each problem. */
const problemsOf = (answer: Answer): unknown[] => {
  assert.is(answer.status, 400);
  const details = answer.at('error.details');
  return Array.isArray(details)
    ? details.map((problem: object) => {
        const { in: part, path, code, field } = problem as Record<string, unknown>;
        return [part, path, code, ...(field === undefined ? [] : [field])];
      })
    : [];
};

test('a problem of the body, from the schema and from the domain', async () => {
  assert.equal(problemsOf(await account.api('POST', '/submissions', { body: { answers: {} } })), [
    ['body', '/form_id', 'required'],
  ]);
  const answers = { name: 7, nickname: 'x' };
  const refused = await account.api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.equal(problemsOf(refused), [
    ['body', '/answers/name', 'invalid_type', 'name'],
    ['body', '/answers/nickname', 'unknown_field', 'nickname'],
  ]);
});

test('a problem of the query, a cursor included', async () => {
  assert.equal(problemsOf(await account.api('GET', '/submissions?limit=x&order=asc')), [
    ['query', '/order', 'unknown_field'],
    ['query', '/limit', 'invalid_type'],
  ]);
  assert.equal(problemsOf(await account.api('GET', '/submissions?cursor=none')), [
    ['query', '/cursor', 'invalid_format'],
  ]);
  assert.equal(problemsOf(await account.api('GET', `/submissions?id=${formId}&limit=5`)), [
    ['query', '/limit', 'unknown_field'],
  ]);
});

test('a problem of a header', async () => {
  for (const [name, value] of [
    ['Idempotency-Key', 'ü'],
    ['If-Match', '7'],
  ] as const) {
    const headers = { [name]: value };
    const refused = await account.api('PATCH', '/forms', { headers, body: { id: formId, title: 'New' } });
    assert.equal(problemsOf(refused), [['header', `/${name}`, 'invalid_format']]);
  }
  const early = await account.api('GET', '/forms', { headers: { 'X-Read-After': 'x' } });
  assert.equal(problemsOf(early), [['header', '/X-Read-After', 'invalid_format']]);
});

test.run();
