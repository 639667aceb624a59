import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { follows, unchain } from '../../../log/hash-chain.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('exports');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text', required: true },
  {
    key: 'likes',
    label: 'Likes',
    kind: 'multiple_choice',
    options: [
      { value: 'tea', label: 'Tea' },
      { value: 'milk', label: 'Milk' },
    ],
  },
];
const names = ['Ada', '=HYPERLINK("http://x")', 'Grace, "the" admiral', 'line\nbreak', '+1', '@x', '-2'];

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  formId = await service.newForm(account.accountId, fields);
  for (const name of names)
    await account.api('POST', '/submissions', {
      body: { form_id: formId, answers: { name, likes: ['tea', 'milk'] } },
    });
  const added = [...fields, { key: 'age', label: 'Age', kind: 'number' }].slice(1);
  await service.admin('PATCH', `/forms/${formId}`, { body: { fields: added } });
  await account.api('POST', '/submissions', { body: { form_id: formId, answers: { age: 36 } } });
  await service.settled();
});
test.after(() => service.close());

const exported = async (query: string): Promise<string[]> => {
  const answer = await service.admin('GET', `/exports/events?${query}`);
  assert.is(answer.status, 200, answer.text);
  assert.match(answer.header('content-type') ?? '', 'application/x-ndjson');
  return answer.text.split('\n').slice(0, -1);
};

type Line = Readonly<Record<string, unknown>>;
const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Line);

test('events: a heading, each event, an end, in an unbroken chain', async () => {
  const lines = await exported(`account_id=${account.accountId}`);
  let previous = '';
  for (const line of lines) {
    const linked = unchain(line);
    assert.ok(linked && follows(previous, linked), line);
    previous = linked.hash;
  }
  const [heading, ...rest] = parsed(lines);
  const end = rest.pop();
  assert.is(heading?.['formlog_export'], 'events');
  assert.equal([end?.['end'], end?.['count']], [true, rest.length]);
  const types = rest.map(({ type }) => type);
  assert.is(types.filter((type) => type === 'SubmissionCreated').length, names.length + 1);
  assert.is(types[0], 'AccountOpened');
});

test('events: of an account that does not exist, there is no export', async () => {
  const answer = await service.admin('GET', '/exports/events?account_id=nosuch');
  assert.equal([answer.status, answer.at('error.code')], [404, 'not_found']);
});

test('events: by position, time, type and stream', async () => {
  const all = parsed(await exported('')).slice(1, -1);
  const positions = all.map(({ position }) => BigInt(String(position)));
  assert.equal(
    positions,
    [...positions].sort((a, b) => (a < b ? -1 : 1)),
  );
  const [from, to] = [positions[2], positions[5]];
  const some = parsed(await exported(`from=${String(from)}&to=${String(to)}`)).slice(1, -1);
  assert.equal(
    some,
    all.slice(2, 6).map((line, index) => ({ ...line, hash: some[index]?.['hash'] })),
  );
  const published = parsed(await exported(`type=FormPublished&stream=form-${formId}`));
  assert.equal([published.length, published[1]?.['stream']], [3, `form-${formId}`]);
  assert.is((await exported('to=2020-01-01T00:00:00Z')).length, 2);
  assert.is((await exported(`from=${new Date(Date.now() + 1_000).toISOString()}`)).length, 2);
});

test('events: one that broke off goes on where it was, with the same lines', async () => {
  const whole = await exported(`account_id=${account.accountId}`);
  const heading = parsed(whole)[0];
  const last = parsed(whole)[4];
  const query = `account_id=${account.accountId}&to=${String(heading?.['to'])}`;
  const place = `after=${String(last?.['position'])}&hash=${String(last?.['hash'])}&count=4`;
  assert.equal(await exported(`${query}&${place}`), whole.slice(5));
  const part = await service.admin('GET', `/exports/events?after=5`);
  assert.is(part.at('error.code'), 'invalid_request');
});

test('events: no secret of a destination', async () => {
  const added = await service.admin('POST', `/accounts/${account.accountId}/destinations`, {
    body: { label: 'CRM', url: 'https://crm.example/hook' },
  });
  const lines = await exported('type=DestinationConfigured');
  assert.is(added.status, 201);
  assert.match(lines.join(), '(sealed)');
  assert.not.match(lines.join(), 'ciphertext');
});

test('submissions: as objects, oldest first, from any place on', async () => {
  const answer = await service.admin('GET', `/forms/${formId}/exports/submissions`);
  const rows = parsed(answer.text.split('\n').slice(0, -1));
  assert.equal(
    rows.map(({ answers }) => (answers as Line)['Name']),
    [...names, undefined],
  );
  const third = rows[2];
  const place = `after_id=${String(third?.['id'])}&after_submitted_at=${String(third?.['submitted_at'])}`;
  const rest = await service.admin('GET', `/forms/${formId}/exports/submissions?${place}`);
  assert.equal(parsed(rest.text.split('\n').slice(0, -1)), rows.slice(3));
  const sameMoment = place.replace(/Z$/, '%2B00:00');
  const same = await service.admin('GET', `/forms/${formId}/exports/submissions?${sameMoment}`);
  assert.is(same.text, rest.text);
});

test('submissions: as CSV, with every question ever asked, and nothing that a spreadsheet would run', async () => {
  const answer = await service.admin('GET', `/forms/${formId}/exports/submissions?format=csv`);
  assert.match(answer.header('content-type') ?? '', 'text/csv');
  const [headings = [], ...rows] = parse(answer.text);
  assert.equal(headings.slice(5), ['payment', 'Name', 'Likes', 'Age']);
  assert.equal(
    rows.map((row) => row[6]),
    ['Ada', `'${names[1] ?? ''}`, names[2], names[3], "'+1", "'@x", "'-2", ''],
  );
  assert.equal([rows[0]?.[7], rows.at(-1)?.[8]], ['tea; milk', '36']);
});

test('submissions: as CSV, where a line break within an answer begins no row, whatever kind it is', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  for (const lineBreak of ['\n', '\r', '\r\n'])
    await account.api('POST', '/submissions', {
      body: { form_id: form, answers: { name: `a${lineBreak}=1+1` } },
    });
  await service.settled();
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv`);
  const outsideQuotes = text.replaceAll(/"(?:[^"]|"")*"/g, '');
  assert.is(outsideQuotes.split(/[\r\n]+/).length, 1 + 3 + 1, text);
});

test('submissions: as CSV, nothing that a spreadsheet would run after it splits a cell or drops white space', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  const answers = ['a;=1', 'a;+1;@b', '  =2', 'a\n-3', 'a; b', 'x=1', 'a - b; -c'];
  for (const name of answers)
    await account.api('POST', '/submissions', { body: { form_id: form, answers: { name } } });
  await service.settled();
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv`);
  const [, ...rows] = parse(text);
  assert.equal(
    rows.map((row) => row[6]),
    ["a;'=1", "a;'+1;'@b", "'  =2", "a\n'-3", 'a; b', 'x=1', 'a - b; -c'],
  );
});

test('submissions: as CSV, no sign of a formula hides behind its width or behind what nobody sees', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  const hidden = [
    ...['\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201', '|calc', '\uFF5Ccalc', '\uFE661'],
    ...['\u200B=1', '\u2060\u200E|x', '\uFEFF+1', '\u00AD@x', '\t=1', '\r-1', '\u3164=1', '\u00A0=1'],
  ];
  for (const name of hidden)
    await account.api('POST', '/submissions', { body: { form_id: form, answers: { name } } });
  await account.api('POST', '/submissions', { body: { form_id: form, answers: { name: 'a;\u200B=1' } } });
  await service.settled();
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv`);
  const cells = parse(text).map((row) => row[6] ?? '');
  assert.is(cells.pop(), "a;\u200B'=1");
  assert.is(cells.length, hidden.length + 1);
  for (const cell of cells.slice(1)) assert.ok(cell.startsWith("'"), JSON.stringify(cell));
});

test('submissions: as CSV, a long cell of separators takes no long', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  await account.api('POST', '/submissions', {
    body: { form_id: form, answers: { name: '\n;\u200B'.repeat(1_500) } },
  });
  await service.settled();
  const began = performance.now();
  await service.admin('GET', `/forms/${form}/exports/submissions?format=csv`);
  assert.ok(performance.now() - began < 1_000);
});

test('readers may export, strangers may not', async () => {
  const urls = ['/exports/events', `/forms/${formId}/exports/submissions`];
  for (const url of urls) {
    assert.is((await service.withToken(account.key)('GET', url)).status, 401);
    assert.is((await service.withToken(service.operatorTokens[1] ?? '')('GET', url)).status, 200);
  }
  assert.is((await service.admin('GET', '/forms/none/exports/submissions')).status, 404);
});

test.run();
