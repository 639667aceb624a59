import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { patternInWords } from '../../../api/errors/words.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

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
const problemsOf = (answer: TestResponse): unknown[] => {
  assert.is(answer.status, 400);
  const details = answer.at('error.details');
  return Array.isArray(details)
    ? details.map((problem: object) => {
        const { in: part, path, code, field } = problem as Record<string, unknown>;
        return [part, path, code, ...(field === undefined ? [] : [field])];
      })
    : [];
};

test('problems of the body come from the schema and from the domain', async () => {
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

test('problems of the query include those of a cursor', async () => {
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

test('problems of headers are named', async () => {
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

/** Every problem of an answer: its path and its message. */
const wordsOf = (answer: TestResponse): unknown[] => {
  assert.is(answer.status, 400, answer.text);
  const details = answer.at('error.details');
  assert.ok(Array.isArray(details), answer.text);
  return (Array.isArray(details) ? details : []).map(
    ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
  );
};

const malformed: readonly (readonly [string, string, readonly string[]])[] = [
  ['no JSON', '{"id":}', [': The body is not valid JSON']],
  ['JSON that ends too early', '{"id":1', [': The body is not valid JSON']],
  ['a name twice', '{"a":1,"b":[{},{"x/y":1,"x\\u002fy":2}],"a":2}', ['/b/1/x~1y: Is given', '/a: Is given']],
  [
    'names of prototypes',
    '{"__proto__":1,"a":{"__proto__":1}}',
    ['/__proto__: The name', '/a/__proto__: The name'],
  ],
  ['NUL', '{"a":"\\u0000","b":["\\ud800"]}', ['/a: Contains the character NUL', '/b/0: Contains half']],
  ['too deep', '['.repeat(40), [': The body is nested deeper than 32 levels.']],
  ['another type', '[]', [': Must be an object.']],
];
for (const [name, body, expected] of malformed)
  test(`a body with ${name} is refused with every problem`, async () => {
    const found = wordsOf(await account.api('PATCH', '/forms', { body }));
    assert.is(found.length, expected.length, found.join('\n'));
    for (const [index, start] of expected.entries()) assert.match(String(found[index]), start);
  });

test('the position at which a body stops being JSON is named, without a quotation', async () => {
  const found = wordsOf(await account.api('PATCH', '/forms', { body: '{\n  "id": "secret" "title": 1}' }));
  assert.match(String(found), /The body is not valid JSON(, see line 2, column \d+)?\.$/);
  assert.not.match(String(found), 'secret');
});

test('the messages are sentences that state the expectation', async () => {
  const change = async (body: object) =>
    wordsOf(await account.api('PATCH', '/forms', { body: { id: formId, ...body } }));
  assert.equal(await change({}), [
    ': Must have a title, a description, a slug, a status, responses or fields.',
  ]);
  assert.equal(await change({ title: '' }), [
    '/title: Must have at least 1 character.',
    '/title: Must not be blank.',
  ]);
  assert.equal(await change({ title: ' ' }), ['/title: Must not be blank.']);
  assert.equal(await change({ title: 'x'.repeat(201) }), ['/title: Must have at most 200 characters.']);
  assert.equal(await change({ fields: [{ label: 'A', kind: 'email', key: 'A B' }] }), [
    '/fields/0/key: Must have 1 to 64 lower-case letters, digits and underscores.',
  ]);
  assert.equal(wordsOf(await service.admin('PATCH', `/forms/${formId}`, { body: {} })), [
    ': Must have a title, a description, a slug, a status, responses or fields.',
  ]);
  const keys = `/accounts/${account.accountId}/keys`;
  assert.equal(wordsOf(await service.admin('POST', keys, { body: { name: 'n', scopes: [] } })), [
    '/scopes: Must have at least 1 item.',
  ]);
  assert.equal(wordsOf(await service.admin('POST', keys, { body: { name: 'n', expires_at: 5 } })), [
    '/expires_at: Must be a string or null.',
  ]);
  assert.equal(wordsOf(await service.admin('POST', keys, { body: { name: 'n', expires_at: 'soon' } })), [
    '/expires_at: Must be a date and time with a zone, such as 2026-01-31T12:00:00Z.',
  ]);
});

test('repeated and wrongly encoded parameters are named', async () => {
  assert.equal(
    wordsOf(await account.api('GET', '/forms?limit=1&limit=2&status=draft&status=closed')),
    ['/status: Is given more than once.', '/limit: Is given more than once.'].sort().reverse(),
  );
  assert.equal(wordsOf(await account.api('GET', '/forms?id=%zz&limit=1&%C0=1')), [
    '/id: Has invalid percent-encoding.',
    ': Has invalid percent-encoding.',
  ]);
  assert.equal(wordsOf(await service.admin('GET', '/forms/%zz')), [
    ': The path has invalid percent-encoding.',
  ]);
  assert.equal(wordsOf(await service.admin('GET', `/forms/${formId}/history?compared_to=1`)), [
    '/compared_to: compared_to requires as_of.',
  ]);
});

test('every pattern of a request is described in words', async () => {
  const patterns = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('pattern' in schema && typeof schema.pattern === 'string') patterns.add(schema.pattern);
    for (const member of Object.values(schema)) collect(member);
  };
  collect(JSON.parse((await service.inject({ method: 'GET', url: '/openapi.json' })).text));
  assert.ok(patterns.size > 4, [...patterns].join(' '));
  const unsaid = [...patterns].filter((pattern) => patternInWords(pattern) === patternInWords('unknown'));
  assert.equal(unsaid, []);
});

test.run();
