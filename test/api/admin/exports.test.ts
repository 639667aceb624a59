import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { form as formDecider } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { follows, unchain } from '../../../log/hash-chain.ts';
import { assertGrowsWithSize } from '../../support/growth.ts';
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
const names = ['Ada', '=HYPERLINK("http://x")', 'Grace, "the" admiral', 'line break', '+1', '@x', '-2'];

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

test('events: the export of an unknown account is 404', async () => {
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

test('events: an interrupted export continues where it stopped, with the same lines', async () => {
  const whole = await exported(`account_id=${account.accountId}`);
  const heading = parsed(whole)[0];
  const last = parsed(whole)[4];
  const query = `account_id=${account.accountId}&to=${String(heading?.['to'])}`;
  const place = `after=${String(last?.['position'])}&hash=${String(last?.['hash'])}&count=4`;
  assert.equal(await exported(`${query}&${place}`), whole.slice(5));
  const part = await service.admin('GET', `/exports/events?after=5`);
  assert.is(part.at('error.code'), 'invalid_request');
});

test('events: they contain no secret of a destination', async () => {
  const added = await service.admin('POST', `/accounts/${account.accountId}/destinations`, {
    body: { label: 'CRM', url: 'https://crm.example/hook' },
  });
  const lines = await exported('type=DestinationConfigured');
  assert.is(added.status, 201);
  assert.match(lines.join(), '(sealed)');
  assert.not.match(lines.join(), 'ciphertext');
});

test('submissions: as objects, oldest first, from any position', async () => {
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

/** The rows of a table, the first of them the headings. */
async function tableOf(form: string, query = ''): Promise<string[][]> {
  const answer = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv${query}`);
  assert.is(answer.status, 200, answer.text);
  return parse(answer.text);
}

/** The answers of a table: what follows the columns that every table has. */
const answersIn = (rows: readonly string[][]): string[][] => rows.map((row) => row.slice(10));

async function submitTo(form: string, ...answers: readonly object[]): Promise<void> {
  for (const one of answers) {
    const made = await account.api('POST', '/submissions', { body: { form_id: form, answers: one } });
    assert.is(made.status, 201, made.text);
  }
  await service.settled();
}

test('submissions: as CSV, the questions of the present form come first, and formulas are escaped', async () => {
  const answer = await service.admin('GET', `/forms/${formId}/exports/submissions?format=csv`);
  assert.match(answer.header('content-type') ?? '', 'text/csv');
  const [headings = [], ...rows] = parse(answer.text);
  assert.equal(headings, [
    'id',
    'submitted_at',
    'is_complete',
    'source',
    'form_version',
    'payment',
    'payment_provider',
    'payment_id',
    'paid_at',
    'corrected_at',
    'Likes',
    'Age',
    'Name (removed)',
  ]);
  assert.equal(
    rows.map((row) => row[12]),
    ['Ada', `'${names[1] ?? ''}`, names[2], names[3], "'+1", "'@x", "'-2", ''],
  );
  assert.equal([rows[0]?.[10], rows.at(-1)?.[11]], ['Tea; Milk', '36']);
});

test('submissions: as CSV, values that are not formulas are not changed', async () => {
  const form = await service.newForm(account.accountId, [
    { key: 'n', label: 'Number', kind: 'number' },
    { key: 'p', label: 'Phone', kind: 'phone' },
    { key: 't', label: 'Text', kind: 'long_text' },
  ]);
  const texts = ['Great ;-)', '- a', 'one\n- a\n- b', "'quoted'", "'=1", 'a;=1', '  - indented'];
  await submitTo(form, ...texts.map((t) => ({ n: -5, p: '+44 20 7946 0000', t })));
  const [, ...rows] = answersIn(await tableOf(form));
  const shown = ['Great ;-)', "'- a", 'one\n- a\n- b', "'quoted'", "''=1", 'a;=1', '  - indented'];
  assert.equal(
    rows,
    shown.map((text) => ['-5', '+44 20 7946 0000', text]),
  );
});

test('submissions: as CSV, choices by label or value; a list differs from an option that contains the separator', async () => {
  const options = ['a; b', 'a', 'b', 'c, d', 'say "x"'].map((label, n) => ({ value: `v${n}`, label }));
  const form = await service.newForm(account.accountId, [
    { key: 'm', label: 'Many', kind: 'multiple_choice', options },
    { key: 'r', label: 'Best', kind: 'ranking', options: options.slice(1, 3) },
  ]);
  await submitTo(form, { m: ['v0'] }, { m: ['v1', 'v2'], r: ['v2', 'v1'] }, { m: ['v3', 'v4'] });
  assert.equal(answersIn(await tableOf(form)), [
    ['Many', 'Best'],
    ['"a; b"', ''],
    ['a; b', 'b; a'],
    ['"c, d"; "say ""x"""', ''],
  ]);
  assert.equal(answersIn(await tableOf(form, '&display=values&headings=key')).slice(0, 3), [
    ['m', 'r'],
    ['v0', ''],
    ['v1; v2', 'v2; v1'],
  ]);
  assert.equal(answersIn(await tableOf(form, '&split=options&headings=both')).slice(0, 3), [
    [
      'Many — a; b [m.v0]',
      'Many — a [m.v1]',
      'Many — b [m.v2]',
      'Many — c, d [m.v3]',
      'Many — say "x" [m.v4]',
      'Best — a [r.v1]',
      'Best — b [r.v2]',
    ],
    ['1', '0', '0', '0', '0', '', ''],
    ['0', '1', '1', '0', '0', '2', '1'],
  ]);
});

test('submissions: as CSV, a column for each part of a name, an address, a payment and a matrix', async () => {
  const form = await service.newForm(account.accountId, [
    { key: 'name', label: 'Name', kind: 'full_name' },
    { key: 'fee', label: 'Fee', kind: 'payment' },
    {
      key: 'days',
      label: 'Days',
      kind: 'matrix',
      rows: [{ value: 'mo', label: 'Monday' }],
      options: [{ value: 'v1', label: 'Tea' }],
    },
    { key: 's', label: 'Read this', kind: 'statement' },
  ]);
  const fee = { amount: 1250, currency: 'EUR' };
  await submitTo(form, { name: { first_name: 'Ada', last_name: 'L' }, fee, days: { mo: 'v1' } });
  const nameHeaders = ['Title', 'First name', 'Middle name', 'Last name', 'Suffix'].map(
    (part) => `Name — ${part}`,
  );
  assert.equal(answersIn(await tableOf(form)), [
    [...nameHeaders, 'Fee — Amount', 'Fee — Currency', 'Days — Monday'],
    ['', 'Ada', '', 'L', '', '12.50', 'EUR', 'Tea'],
  ]);
  assert.equal(answersIn(await tableOf(form, '&split=cells')), [
    ['Name', 'Fee', 'Days'],
    ['Ada L', '12.50 EUR', 'Monday: Tea'],
  ]);
  assert.equal(answersIn(await tableOf(form, '&split=cells&display=values'))[1], [
    '{"first_name":"Ada","last_name":"L"}',
    '{"amount":1250,"currency":"EUR"}',
    '{"mo":"v1"}',
  ]);
});

test('submissions: as CSV, each heading is unique, and answers of another kind have a column of their own', async () => {
  const form = await service.newForm(account.accountId, [
    { key: 'id', label: 'id', kind: 'short_text' },
    { key: 'pay', label: 'payment', kind: 'short_text' },
    { key: 'x', label: 'Age', kind: 'short_text' },
  ]);
  await submitTo(form, { id: 'mine', pay: 'cash', x: 'old' });
  await service.admin('PATCH', `/forms/${form}`, {
    body: {
      fields: [
        { key: 'x', label: 'Age', kind: 'number' },
        { key: 'id', label: 'id', kind: 'short_text' },
      ],
    },
  });
  await submitTo(form, { id: 'yours', x: 36 });
  assert.equal(answersIn(await tableOf(form)), [
    ['Age', 'id (2)', 'payment (removed)', 'Age (removed)'],
    ['', 'mine', 'cash', 'old'],
    ['36', 'yours', '', ''],
  ]);
});

test('submissions: as CSV for a spreadsheet: with a byte order mark, semicolons, and times in a zone', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  await submitTo(form, { name: 'Ada' });
  const query = 'format=csv&bom=true&delimiter=semicolon&time_zone=America/New_York';
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions?${query}`);
  assert.match(text, /^\uFEFFid;submitted_at;/);
  const [row = {}] = parse<Record<string, string>>(text, { delimiter: ';', columns: true, bom: true });
  const made = await service.admin('GET', `/submissions/${row['id'] ?? ''}`);
  assert.match(row['submitted_at'] ?? '', /T\d\d:\d\d:\d\d\.\d{3}-0[45]:00$/);
  assert.is(new Date(row['submitted_at'] ?? '').toISOString(), made.at('submitted_at'));
});

test('submissions: of a range of times, in a file with the title of the form', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  await service.admin('PATCH', `/forms/${form}`, { body: { title: 'Umfrage: Größe/2026 ✓' } });
  await submitTo(form, { name: 'Ada' });
  const path = `/forms/${form}/exports/submissions`;
  const { text, header } = await service.admin('GET', `${path}?format=csv`);
  const at = parse(text)[1]?.[1] ?? '';
  const rowsOf = async (query: string) =>
    (await service.admin('GET', `${path}?${query}`)).text.split('\n').length - 1;
  assert.equal([await rowsOf(`since=${at}`), await rowsOf(`until=${at}`)], [1, 0]);
  assert.match(
    header('content-disposition') ?? '',
    "filename*=UTF-8''Umfrage%20Gr%C3%B6%C3%9Fe%202026%20%E2%9C%93.csv",
  );
});

test('submissions: options that the format does not support are refused by name', async () => {
  for (const [query, path] of [
    ['display=labels', '/display'],
    ['format=xlsx&bom=true', '/bom'],
    ['format=csv&time_zone=Mars/Base', '/time_zone'],
    ['format=csv&display=both', '/display'],
  ] as const) {
    const refused = await service.admin('GET', `/forms/${formId}/exports/submissions?${query}`);
    assert.is(refused.status, 400, query);
    assert.match(refused.text, `"path":"${path}"`);
  }
});

test('submissions: a table wider than a sheet is refused as a workbook, but exported as CSV', async () => {
  const form = await service.newForm(account.accountId, fields.slice(1));
  const stream = streamOf.form(form);
  const { state, revision } = await service.deps.aggregates.load(formDecider, stream);
  if (!state.exists) throw new Error('no form');
  // As many options as a form offers in the course of years.
  const options = Array.from({ length: 16_384 }, (_, n) => ({ value: `v${n}`, label: `Option ${n}` }));
  const changed = state.fields.map((field) => ({ ...field, options }));
  const event = {
    type: 'FormFieldsChanged' as const,
    data: { fields: changed, at: '2026-03-01T12:00:00.000Z' },
  };
  const actor = { kind: 'system' as const, id: 'test' };
  const metadata = { accountId: account.accountId, actor, correlationId: 'c', causationId: 'c' };
  await service.log.append(stream, revision, [{ id: crypto.randomUUID(), event, metadata }]);
  const download = (query: string) => service.admin('GET', `/forms/${form}/exports/submissions?${query}`);
  const refused = await download('format=xlsx&split=options');
  assert.is(refused.status, 400);
  assert.match(refused.text, 'columns, and a sheet at most 16384.');
  assert.is((await download('format=xlsx&split=parts')).status, 200);
  const { text } = await download('format=csv&split=options');
  assert.is(text.split(',').length, 10 + 2 + options.length);
});

test('submissions: as CSV, no kind of line break within an answer starts a row', async () => {
  const form = await service.newForm(account.accountId, [{ ...fields[0], kind: 'long_text' }]);
  for (const lineBreak of ['\n', '\r', '\r\n'])
    await account.api('POST', '/submissions', {
      body: { form_id: form, answers: { name: `a${lineBreak}=1+1` } },
    });
  await service.settled();
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv`);
  const outsideQuotes = text.replaceAll(/"(?:[^"]|"")*"/g, '');
  assert.is(outsideQuotes.split(/[\r\n]+/).length, 1 + 3 + 1, text);
});

test('submissions: as CSV, formulas behind full-width or invisible characters are escaped', async () => {
  const form = await service.newForm(account.accountId, fields.slice(0, 1));
  const hidden = [
    '\uFF1D1',
    '\uFF0B1',
    '\uFF0D1',
    '\uFF201',
    '\u200B=1',
    '\u2060\u200E=x',
    '\u00AD@x',
    '\t=1',
    '\r-1',
  ];
  await submitTo(form, ...hidden.map((name) => ({ name })));
  for (const [cell = ''] of answersIn(await tableOf(form)).slice(1))
    assert.ok(cell.startsWith("'"), JSON.stringify(cell));
});

test('submissions: as CSV, a long cell of separators is written fast', async () => {
  const forms = new Map<number, string>();
  for (const length of [80, 640]) {
    const form = await service.newForm(account.accountId, fields.slice(0, 1));
    forms.set(length, form);
    await submitTo(form, { name: '\n;\u200B'.repeat(length) });
  }
  await service.settled();
  await assertGrowsWithSize(
    (length) => service.admin('GET', `/forms/${forms.get(length)}/exports/submissions?format=csv`),
    640,
  );
});

test('every operator may export, API keys may not', async () => {
  const urls = ['/exports/events', `/forms/${formId}/exports/submissions`];
  for (const url of urls) {
    assert.is((await service.withToken(account.key)('GET', url)).status, 401);
    assert.is((await service.withToken(service.operatorTokens[1] ?? '')('GET', url)).status, 200);
  }
  assert.is((await service.admin('GET', '/forms/none/exports/submissions')).status, 404);
});

test.run();
