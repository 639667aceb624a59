import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('submissions');
let service: TestService;

test.before(async () => {
  service = await startService({
    plans: {
      two: { api: true, published_forms: 10, submissions_per_month: 2 },
      five: { api: true, published_forms: 10, submissions_per_month: 5 },
    },
  });
});
test.after(() => service.close());

const submit = (api: Client, form_id: string, name: string, headers: Readonly<Record<string, string>> = {}) =>
  api('POST', '/submissions', { body: { form_id, answers: { name } }, headers });

const fields = [
  nameField,
  { key: 'age', label: 'Age', kind: 'number' },
  { label: 'Colour', kind: 'multiple_choice', options: [option('red'), option('blue')] },
  { label: 'Name', kind: 'short_text' },
  { label: 'Read this', kind: 'statement' },
];

function option(value: string) {
  return { value, label: value };
}

/** A published form whose questions have another order, and one question another label, since version 1. */
async function changedForm() {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const [name, age, ...others] = fields;
  const moved = [age, ...others, name];
  const change = (body: object) => service.admin('PATCH', `/forms/${formId}`, { body });
  assert.is((await change({ title: 'Renamed', fields: moved })).status, 200);
  const submitTo = (form_version: unknown, answers: object = { name: 'Ada', age: 36 }) =>
    api('POST', '/submissions', { body: { form_id: formId, form_version, answers } });
  return { accountId, api, formId, change, submitTo, moved };
}

test('a submission belongs to the version that was answered, for every reader', async () => {
  const { accountId, api, formId, submitTo } = await changedForm();
  const made = await submitTo(1);
  assert.is(made.status, 201, made.text);
  assert.equal([made.at('form_version'), made.at('form_title')], [1, 'A form']);
  const id = String(made.at('id'));
  await service.settled();
  const read = await api('GET', `/submissions?id=${id}`);
  // Apart from the title, which is that of the form now.
  assert.is(read.text, made.text.replace('"form_title":"A form"', '"form_title":"Renamed"'));
  const history = await service.admin('GET', `/submissions/${id}/history`);
  assert.match(history.text, '"title":"A form"');
  const exported = await service.admin('GET', `/forms/${formId}/exports/submissions?format=ndjson`);
  assert.match(exported.text, '"form_version":1');
  const operators = { form_id: formId, form_version: 1, answers: { name: 'Ada' } };
  const byOperator = await service.admin('POST', `/accounts/${accountId}/submissions`, { body: operators });
  assert.is(byOperator.at('form_version'), 1, byOperator.text);
  assert.is((await submitTo(2)).at('form_version'), 2);
});

test('answers to a version with another meaning are refused, with both versions and the differences', async () => {
  const { change, submitTo, moved } = await changedForm();
  const relabelled = moved.map((field) =>
    field === nameField ? { ...field, label: 'Name of your dog' } : field,
  );
  assert.is((await change({ fields: relabelled })).status, 200);
  for (const version of [1, 2]) {
    const refused = await submitTo(version);
    assert.equal([refused.status, refused.at('error.code')], [409, 'form_changed']);
    assert.equal(refused.at('error.details'), { answered: version, current: 3 });
    assert.match(String(refused.at('error.message')), 'The question "Name" is now "Name of your dog".');
  }
  assert.is((await submitTo(3)).status, 201);
  assert.is((await submitTo(undefined)).at('form_version'), 3);
});

test('a version that the form never had is malformed', async () => {
  const { submitTo } = await changedForm();
  for (const version of [0, 3, -1, 1.5, '1', null, 1e20]) {
    const refused = await submitTo(version);
    assert.equal([refused.status, refused.at('error.code')], [400, 'invalid_request'], String(version));
    assert.is(refused.at('error.details.0.path'), '/form_version', refused.text);
  }
});

test('a query parameter that a write does not know is refused, and nothing is written', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const made = await api('POST', '/submissions?x=1', { body: { form_id: formId, answers: { name: 'Ada' } } });
  const changed = await api('PATCH', '/forms?x=1', { body: { id: formId, title: 'Other' } });
  for (const answer of [made, changed]) {
    assert.is(answer.status, 400, answer.text);
    assert.is(answer.at('error.code'), 'invalid_request');
  }
  assert.is(made.header('x-log-position'), undefined);
});

test('a number that JSON parsers would change is refused with its path', async () => {
  const { accountId, api } = await service.newAccount();
  const fee = { key: 'fee', label: 'Fee', kind: 'payment' };
  const formId = await service.newForm(accountId, [...fields, fee]);
  const send = (answers: string) =>
    api('POST', '/submissions', { body: `{"form_id":"${formId}","answers":${answers}}` });
  const refused: Readonly<Record<string, string>> = {
    '{"age":12345678901234567890}': '/answers/age',
    '{"age":0.1234567890123456789}': '/answers/age',
    '{"age":1E-400}': '/answers/age',
    '{"fee":{"amount":9007199254740993,"currency":"EUR"}}': '/answers/fee/amount',
  };
  for (const [answers, path] of Object.entries(refused)) {
    const answer = await send(answers);
    assert.is(answer.status, 400, answers);
    assert.equal(
      [answer.at('error.details.0.code'), answer.at('error.details.0.path')],
      ['out_of_range', path],
    );
  }
  const unknown = await send('{"name":"Ada","fee":{"amount":1250,"currency":"ZZZ"}}');
  assert.equal([unknown.status, unknown.at('error.details.0.path')], [400, '/answers/fee/currency']);
  const kept = await send(
    '{"name":"Ada","age":-0.30000000000000004,"fee":{"amount":9007199254740991,"currency":"HUF"}}',
  );
  assert.is(kept.status, 201, kept.text);
  assert.match(kept.text, '"value":-0.30000000000000004');
});

test('POST and GET return the same submission', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const answers = { name: 'Ada', Age: 36.5, colour: ['blue', 'red'] };
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.is(made.status, 201, made.text);
  assert.equal(made.at('answers'), { Name: 'Ada', Age: 36.5, Colour: ['blue', 'red'], 'Name (2)': null });
  assert.is(made.at('is_complete'), true);
  assert.is(made.at('source'), 'api');
  assert.is(made.at('form_version'), 1);
  assert.is(made.at('fields.2.kind'), 'multiple_choice');
  const location = made.header('location') ?? '';
  assert.is(location, `https://forms.example/api/public/v1/submissions?id=${String(made.at('id'))}`);
  const read = await api('GET', `/submissions?id=${String(made.at('id'))}`, {
    headers: { 'x-read-after': made.header('x-log-position') ?? '' },
  });
  assert.is(read.status, 200);
  assert.equal(JSON.parse(read.text), JSON.parse(made.text));
});

test('all problems are named in one response, and nothing is left in the log', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const answers = { age: 'old', colour: ['green'], nope: 1, Name: 'x' };
  const refused = await api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.is(refused.status, 400);
  assert.is(refused.at('error.code'), 'invalid_request');
  const problems = Object(refused.at('error.details')) as readonly { path: string; code: string }[];
  assert.equal(
    problems.map(({ path, code }) => [path, code]),
    [
      ['/answers/name', 'required'],
      ['/answers/age', 'invalid_type'],
      ['/answers/colour/0', 'invalid_option'],
      ['/answers/nope', 'unknown_field'],
      ['/answers/Name', 'ambiguous_field'],
    ],
  );
  for (const body of [
    {},
    [],
    'text',
    null,
    { form_id: formId },
    { form_id: formId, answers: [] },
    { form_id: formId, answers: { name: 'x' }, extra: 1 },
    { form_id: 5, answers: { name: 'x' } },
  ]) {
    const answer = await api('POST', '/submissions', { body });
    assert.is(answer.at('error.code'), 'invalid_request', JSON.stringify(body));
  }
  await service.settled();
  assert.is((await api('GET', '/submissions')).at('count'), 0);
  const month = new Date().toISOString().slice(0, 7).replace('-', '');
  for await (const event of service.log.readStream(`quota-${accountId}-${month}`))
    assert.unreachable(event.event.type);
});

test('a submission needs a published form of the account', async () => {
  const { accountId, api } = await service.newAccount();
  const draft = await service.newForm(accountId, [nameField], 'draft');
  const refused = await submit(api, draft, 'Ada');
  assert.is(refused.status, 409);
  assert.is(refused.at('error.code'), 'form_not_published');
  assert.is((await submit(api, 'none', 'Ada')).at('error.code'), 'not_found');
});

test('of 50 concurrent submissions at a quota of 5, exactly 5 are created', async () => {
  const { accountId, api } = await service.newAccount('five');
  const formId = await service.newForm(accountId);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => submit(api, formId, `n${n}`)));
  assert.is(answers.filter(({ status }) => status === 201).length, 5);
  for (const answer of answers) {
    if (answer.status === 201) continue;
    assert.is(answer.status, 403);
    assert.is(answer.at('error.code'), 'quota_exceeded');
    assert.equal([answer.at('error.details.limit'), answer.at('error.details.current')], [5, 5]);
    assert.match(String(answer.at('error.details.resets_at')), /^\d{4}-\d\d-01T00:00:00\.000Z$/);
  }
  await service.settled();
  assert.is((await api('GET', '/submissions')).at('count'), 5);
  assert.is((await api('GET', `/forms?id=${formId}`)).at('submission_count'), 5);
});

test('an idempotency key gives the same response again, and refuses another body', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const headers = { 'idempotency-key': 'one' };
  const first = await submit(api, formId, 'Ada', headers);
  const again = await submit(api, formId, 'Ada', headers);
  assert.is(again.status, 201);
  assert.is(again.text, first.text);
  assert.is(again.header('x-log-position'), first.header('x-log-position'));
  assert.equal(
    [first.header('idempotency-replayed'), again.header('idempotency-replayed')],
    [undefined, 'true'],
  );
  const other = await submit(api, formId, 'Bob', headers);
  assert.is(other.status, 422);
  assert.is(other.at('error.code'), 'idempotency_mismatch');
  const both = await Promise.all([1, 2].map(() => submit(api, formId, 'Eve', { 'idempotency-key': 'two' })));
  assert.equal(
    both.map(({ status }) => status),
    [201, 201],
  );
  assert.is(both[0]?.text, both[1]?.text);
  assert.is(both.filter((answer) => answer.header('idempotency-replayed') === 'true').length, 1);
  assert.is((await submit(api, formId, 'x', { 'idempotency-key': 'ä' })).at('error.code'), 'invalid_request');
  await service.settled();
  assert.is((await api('GET', '/submissions')).at('count'), 2);
});

test('a read after a position that is far ahead is refused without waiting', async () => {
  const { api } = await service.newAccount();
  const answer = await api('GET', '/submissions', { headers: { 'x-read-after': '9'.repeat(18) } });
  assert.is(answer.status, 503);
  assert.is(answer.at('error.code'), 'read_model_behind');
  assert.is(answer.header('retry-after'), '1');
  const wrong = await api('GET', '/submissions', { headers: { 'x-read-after': 'soon' } });
  assert.is(wrong.at('error.code'), 'invalid_request');
});

test('a submission too large for the log is refused for good and uses no quota', async () => {
  const manyFields = Array.from({ length: 500 }, (_, index) => ({
    key: `f${index}`,
    label: `Question ${index}`,
    kind: 'short_text',
  }));
  const { accountId, api } = await service.newAccount('two');
  const formId = await service.newForm(accountId, manyFields);
  const submitAnswers = (answers: object) =>
    api('POST', '/submissions', { body: { form_id: formId, answers } });
  const large = Object.fromEntries(manyFields.map(({ key }) => [key, 'ж'.repeat(1_200)]));
  for (let time = 0; time < 3; time++)
    assert.is((await submitAnswers(large)).at('error.code'), 'payload_too_large');
  assert.equal([(await submitAnswers({})).status, (await submitAnswers({})).status], [201, 201]);
  assert.is((await submitAnswers({})).at('error.code'), 'quota_exceeded');
});

test.run();
