import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { against, runAgainst } from '../against.ts';

const test = suite('submissions');

const item = { id: 's1', form_id: 'f1', form_title: 'Feedback', submitted_at: '2026-01-31T12:00:00Z' };
const submission = {
  ...item,
  is_complete: true,
  source: 'api',
  form_version: 1,
  answers: { 'Your name': 'Ada' },
  fields: [
    { id: 'i1', key: 'name', label: 'Your name', kind: 'short_text', value: 'Ada' },
    {
      id: 'i2',
      key: 'drinks',
      label: 'Drinks',
      kind: 'multiple_choice',
      value: ['tea', 'coffee'],
      display: 'Tea, Coffee',
    },
  ],
};

const field = (key: string, kind: string) => ({
  id: `i-${key}`,
  key,
  label: key,
  kind,
  required: false,
  position: 0,
  hidden: false,
});
const kinds = {
  rating: 'rating',
  again: 'yes_no',
  drinks: 'multiple_choice',
  who: 'full_name',
  note: 'long_text',
  count: 'number',
  fee: 'payment',
};
const labelled = (
  key: string,
  label: string,
  kind: string,
  options: readonly (readonly [string, string])[],
) => ({
  ...field(key, kind),
  label,
  options: options.map(([value, name]) => ({ value, label: name })),
});
const fields = [
  ...Object.entries(kinds).map(([key, kind]) => field(key, kind)),
  { ...field('stars', 'rating'), label: 'Your rating' },
  { ...field('equal', 'short_text'), label: 'A = b?' },
  labelled('food', 'Your food', 'multiple_choice', [
    ['soup', 'Soup'],
    ['fish', 'Fish, fried'],
  ]),
  labelled('size', 'Size of it', 'single_choice', [['l', 'Large one']]),
];

const folder = mkdtempSync(join(tmpdir(), 'formlog-answers-'));
test.after(() => rmSync(folder, { recursive: true }));

test('list filters by form and time', async () => {
  const args = ['--form', 'f1', '--since', '2026-01-01T00:00:00Z', '--limit', '5', '--projection', 'then'];
  const { asked, plain, json } = await against(
    { status: 200, body: { data: [item] } },
    'submissions',
    'list',
    ...args,
  );
  const query = new URLSearchParams(asked.split('?')[1]);
  assert.match(asked, /^GET \/api\/admin\/v1\/accounts\/a%201\/submissions\?/);
  assert.equal(Object.fromEntries(query), {
    form_id: 'f1',
    since: '2026-01-01T00:00:00.000Z',
    projection: 'then',
    limit: '5',
  });
  assert.match(plain.stdout, /^ID +FORM +TITLE +SUBMITTED\ns1 +f1 +Feedback +2026/);
  assert.equal(json.lines(), [item]);
});

test('show prints the answers as a table', async () => {
  const { asked, plain, json } = await against(
    { status: 200, body: submission },
    'submissions',
    'show',
    's/1',
  );
  assert.is(asked, 'GET /api/admin/v1/submissions/s%2F1');
  assert.match(plain.stdout, /^KEY +QUESTION +ANSWER\nname +Your name +Ada\ndrinks +Drinks +Tea, Coffee/m);
  assert.equal(json.lines(), [submission]);
});

test('show prints a telephone number as it was typed, and as E.164', async () => {
  const phone = (key: string, value: string, e164: string | null) => ({
    id: key,
    key,
    label: key,
    kind: 'phone',
    value,
    display: value,
    e164,
  });
  const numbers = [phone('home', '0664 1234567', '+436641234567'), phone('work', '12345', null)];
  const body = { ...submission, fields: numbers };
  const { plain, json } = await against({ status: 200, body }, 'submissions', 'show', 's1');
  assert.match(plain.stdout, /home +home +0664 1234567 \(\+436641234567\)\nwork +work +12345$/m);
  assert.equal(json.lines(), [body]);
});

test('a search reads pages until it has enough, and says which answers it has not searched', async () => {
  const back = '2026-01-30T12:00:00Z';
  const pages = [
    { data: [], next_cursor: 'c1', coverage: { searched_back_to: back, long_answers_back_to: null } },
    { data: [item], next_cursor: null, coverage: { searched_back_to: null, long_answers_back_to: back } },
  ];
  const args = ['submissions', 'list', '--form', 'f1', '--search', 'ada l', '--limit', '5'];
  const found = await runAgainst(args, (_, index) => ({ status: 200, body: pages[index] ?? {} }));
  assert.equal(
    found.asked.map(([path]) => Object.fromEntries(new URLSearchParams(String(path).split('?')[1]))),
    [
      { form_id: 'f1', search: 'ada l', limit: '5' },
      { form_id: 'f1', search: 'ada l', limit: '5', cursor: 'c1' },
    ],
  );
  assert.match(found.stdout, 's1');
  assert.match(found.stderr, `--until ${back}`);
  const older = await runAgainst(args, () => ({ status: 200, body: { data: [] } }));
  assert.equal([older.stdout, older.stderr], ['No submissions found.\n', '']);
});

test('fractions of a millisecond fall into a range of time as in the service', async () => {
  const list = ['submissions', 'list', '--since', '2026-01-01T00:00:00.0005Z'];
  const { asked } = await against({ status: 200, body: { data: [item] } }, ...list);
  assert.is(new URLSearchParams(asked.split('?')[1]).get('since'), '2026-01-01T00:00:00.001Z');
});

const create = (...args: string[]) => createIn(null, ...args);

/** @param language the language of the form */
const createIn = (language: string | null, ...args: string[]) =>
  runAgainst(['submissions', 'create', '--form', 'f1', ...args], ({ method }) =>
    method === 'GET'
      ? { status: 200, body: { fields, language, version: 3 } }
      : { status: 201, body: submission },
  );

const named = { form_id: 'f1', form_version: 3 };

test('create sends each answer in the type of its field', async () => {
  const answers = [
    'rating=5',
    'again=yes',
    'drinks=tea, coffee',
    'who={"first":"Ada"}',
    'note=a=b',
    'other=1',
  ];
  const { code, stderr, asked } = await create(...answers.flatMap((answer) => ['--answer', answer]));
  assert.is(code, 0, stderr);
  assert.equal(asked[1], [
    'POST /api/admin/v1/accounts/a/submissions',
    {
      ...named,
      answers: {
        rating: 5,
        again: true,
        drinks: ['tea', 'coffee'],
        who: { first: 'Ada' },
        note: 'a=b',
        other: '1',
      },
    },
  ]);
});

test('create reads files with the byte order mark of Windows editors, and refuses other encodings', async () => {
  const file = join(folder, 'windows.json');
  const answers = { note: 'Größe' };
  const json = JSON.stringify(answers);
  for (const bytes of [Buffer.from(`\ufeff${json}\r\n`), Buffer.from(`\ufeff${json}`, 'utf16le')]) {
    writeFileSync(file, bytes);
    const { asked, stderr } = await create('--file', file);
    assert.equal(asked[1]?.[1], { ...named, answers }, stderr);
  }
  writeFileSync(file, Buffer.from(json, 'latin1'));
  const { code, asked, stderr } = await create('--file', file);
  assert.equal([code, asked.length], [2, 0]);
  assert.match(stderr, 'not in UTF-8');
});

test('create finds questions and choices by their labels, too, and quotation marks keep a comma', async () => {
  const answers = ['Your rating=5', 'A = b?=c=d', 'food=Soup,"Fish, fried"', 'size=Large one'];
  const { code, stderr, asked } = await create(...answers.flatMap((answer) => ['--answer', answer]));
  assert.is(code, 0, stderr);
  assert.equal(asked[1]?.[1], {
    ...named,
    answers: { stars: 5, equal: 'c=d', food: ['soup', 'fish'], size: 'l' },
  });
  const only = await create('--answer', 'food=Fish, fried');
  assert.equal(only.asked[1]?.[1], { ...named, answers: { food: ['fish'] } });
  const twice = await create('--answer', 'stars=4', '--answer', 'Your rating=5');
  assert.equal([twice.code, twice.asked.length], [2, 1]);
  assert.match(twice.stderr, 'answered twice');
});

test('create reads numbers as JSON or as people write them, and sends them exactly', async () => {
  const sent: Readonly<Record<string, unknown>> = {
    '1234.5': 1234.5,
    '1.234': 1.234,
    '-1e3': -1000,
    '+5': 5,
    '.5': 0.5,
    '−5': -5,
    '1 234': 1234,
    '1,234.5': 1234.5,
    '007': 7,
    // The service says of these that they are no numbers.
    '0x1F': '0x1F',
    '0b1': '0b1',
    '1_000': '1_000',
    Infinity: 'Infinity',
    NaN: 'NaN',
    '5%': '5%',
    '': '',
  };
  for (const [text, value] of Object.entries(sent)) {
    const { asked, stderr } = await create('--answer', `count=${text}`);
    assert.equal(asked[1]?.[1], { ...named, answers: { count: value } }, `${text} ${stderr}`);
  }
  for (const text of ['1,234', '12345678901234567890', '0.1234567890123456789', '1E-400']) {
    const { code, asked, stderr } = await create('--answer', `count=${text}`);
    assert.equal([code, asked.length], [2, 1], text);
    assert.match(stderr, `The answer count=${text} cannot be sent.`);
  }
  const fee = await create('--answer', 'fee={"amount":12345678901234567890,"currency":"EUR"}');
  assert.match(fee.stderr, '/amount: Is too large');
  const twice = await create('--answer', 'fee={"amount":1,"currency":"EUR","amount":2}');
  assert.match(twice.stderr, '/amount: Is given more than once.');
});

test('create reads numbers by the language of the form, unless JSON reads them otherwise', async () => {
  const german = async (text: string) => createIn('de', '--answer', `count=${text}`);
  assert.equal((await german('1,234')).asked[1]?.[1], { ...named, answers: { count: 1.234 } });
  assert.equal((await german('1234.5')).asked[1]?.[1], { ...named, answers: { count: 1234.5 } });
  assert.match((await german('1.234')).stderr, '1234 or 1.234');
});

test('create sends text that does not fit its kind for the service to refuse', async () => {
  const { asked } = await create(
    '--answer',
    'rating=many',
    '--answer',
    'again=perhaps',
    '--answer',
    'who=Ada',
  );
  assert.equal(asked[1]?.[1], { ...named, answers: { rating: 'many', again: 'perhaps', who: 'Ada' } });
});

test('create takes the answers from a file; options take precedence', async () => {
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify({ rating: 1, note: 'N' }));
  const { asked } = await create('--file', file, '--answer', 'rating=2');
  assert.equal(asked[1]?.[1], { ...named, answers: { rating: 2, note: 'N' } });
});

test('create refuses a file in which a number or a name would change', async () => {
  const file = join(folder, 'digits.json');
  writeFileSync(file, '{"count":12345678901234567890}');
  const { code, asked, stderr } = await create('--file', file);
  assert.equal([code, asked], [2, []]);
  assert.match(stderr, '/count: Is too large');
  writeFileSync(file, '{"count":1,"count":2}');
  assert.match((await create('--file', file)).stderr, '/count: Is given more than once.');
});

test('create sends the version of the form that was answered', async () => {
  const { asked } = await create('--answer', 'rating=2', '--form-version', '2');
  assert.equal(asked[1]?.[1], { form_id: 'f1', form_version: 2, answers: { rating: 2 } });
});

for (const args of [
  [],
  ['--answer', 'Ada'],
  ['--answer', 'note=x', '--form-version', '0'],
  ['--file', '/nonexistent.json'],
])
  test(`create ${args.join(' ')}: wrong usage`, async () => {
    const { code, asked } = await create(...args);
    assert.equal([code, asked], [2, []]);
  });

test.run();
