import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { against, runAgainst } from '../against.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('forms');

const options = [
  { value: 'tea', label: 'Tea' },
  { value: 'coffee', label: 'Coffee' },
];
const name = { id: 'i1', key: 'name', label: 'Your name', kind: 'short_text', required: true, position: 0 };
const fields = [
  { ...name, hidden: false },
  {
    id: 'i2',
    key: 'drink',
    label: 'Drink?',
    kind: 'single_choice',
    required: false,
    position: 1,
    hidden: true,
    options,
  },
];
const form = { id: 'f1', title: 'Feedback', status: 'draft', submission_count: 2, description: 'D', fields };
const served = {
  ...form,
  account_id: 'a',
  slug: 's',
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: null,
};
const input = fields.map(({ id: _, position: __, ...field }) => field);

const folder = mkdtempSync(join(tmpdir(), 'formlog-forms-'));
test.after(() => rmSync(folder, { recursive: true }));
const fileWith = (content: unknown) => {
  const file = join(folder, 'definition.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test('show prints a form and a table of its fields; --json has the entity tag', async () => {
  const { plain, json, asked } = await against(
    { status: 200, body: served, headers: { etag: '"5"' } },
    'forms',
    'show',
    'f/1',
  );
  assert.is(asked, 'GET /api/admin/v1/forms/f%2F1');
  assert.match(plain.stdout, /^title +Feedback$/m);
  assert.match(plain.stdout, /^KEY +KIND +REQUIRED +LABEL +CHOICES\nname +short_text +yes +Your name/m);
  assert.match(plain.stdout, /^drink +single_choice +no +Drink\? +tea, coffee$/m);
  assert.equal(json.lines(), [{ ...served, etag: '"5"' }]);
});

test('create takes the fields from options', async () => {
  const { asked, body, plain } = await against(
    { status: 201, body: served },
    'forms',
    'create',
    '--title',
    'Feedback',
    '--publish',
    '--field',
    'full_name*:short_text',
    '--field',
    'drink:single_choice(tea, coffee):Tea: or coffee?',
  );
  assert.is(plain.code, 0, plain.stderr);
  assert.is(asked, 'POST /api/admin/v1/accounts/a%201/forms');
  const choice = { key: 'drink', kind: 'single_choice', label: 'Tea: or coffee?' };
  assert.equal(body, {
    title: 'Feedback',
    status: 'published',
    fields: [
      { key: 'full_name', kind: 'short_text', label: 'Full name', required: true },
      { ...choice, options: ['tea', 'coffee'].map((value) => ({ value, label: value })) },
    ],
  });
});

test('a choice with a comma or a bracket stands in quotation marks', async () => {
  const { body } = await against(
    { status: 201, body: served },
    'forms',
    'create',
    '--title',
    'F',
    '--field',
    'drink:single_choice("Tea, hot (black)",milk):Drink (hot)?',
  );
  assert.equal(body, {
    title: 'F',
    fields: [
      {
        key: 'drink',
        kind: 'single_choice',
        label: 'Drink (hot)?',
        options: ['Tea, hot (black)', 'milk'].map((value) => ({ value, label: value })),
      },
    ],
  });
});

test('create takes a definition from a file, as show prints it; options take precedence', async () => {
  const file = fileWith({ ...served, etag: '"5"' });
  const created = { status: 201, body: served };
  const { body } = await against(created, 'forms', 'create', '--file', file, '--title', 'Other');
  assert.equal(body, { title: 'Other', status: 'draft', description: 'D', fields: input });
});

const faults: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['create'], /--title/],
  [['create', '--title', 'T', '--field', 'name'], /key:kind/],
  [['create', '--title', 'T', '--field', 'a:dropdown("b"c,d)'], /Text follows a choice/],
  [['create', '--title', 'T', '--field', 'name:text'], /no kind text.*short_text/],
  [['create', '--file', '/nonexistent.json'], /no such file/],
  [['edit', 'f1'], /at least one option/],
];
for (const [args, message] of faults)
  test(`forms ${args.join(' ')}: wrong usage`, async () => {
    const { plain } = await against({ status: 500 }, 'forms', ...args);
    assert.is(plain.code, 2);
    assert.match(plain.stderr, message);
  });

test('a file that is not a definition is refused', async () => {
  for (const content of [[], { fields: 'name' }, { fields: [1] }]) {
    const { plain } = await against({ status: 500 }, 'forms', 'create', '--file', fileWith(content));
    assert.is(plain.code, 2);
    assert.match(plain.stderr, 'definition.json');
  }
});

test('edit adds and removes fields of the version that it has read', async () => {
  const service = await startFakeService(() => ({ status: 200, body: served, headers: { etag: '"5"' } }));
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const args = [
    'forms',
    'edit',
    'f1',
    '--remove-field',
    'name',
    '--add-field',
    'city:short_text',
    '--title',
    'T',
  ];
  const { code, stderr } = await runCli(args, env);
  const unknown = await runCli(['forms', 'edit', 'f1', '--remove-field', 'age'], env);
  await service.close();
  assert.is(code, 0, stderr);
  const [read, change] = service.requests;
  assert.equal([read?.method, change?.method, change?.headers['if-match']], ['GET', 'PATCH', '"5"']);
  const added = { key: 'city', kind: 'short_text', label: 'City' };
  assert.equal(change?.body, { title: 'T', fields: [input[1], added] });
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, 'no field age. It has: name, drink.');
});

test('edit --file changes the version that the file was made from', async () => {
  const service = await startFakeService(({ method }) =>
    method === 'GET'
      ? { status: 200, body: served, headers: { etag: '"7"' } }
      : apiError(412, 'precondition_failed'),
  );
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const file = fileWith({ ...served, etag: '"5"' });
  const { code, stderr } = await runCli(['forms', 'edit', 'f1', '--file', file], env);
  await service.close();
  assert.is(service.requests[1]?.headers['if-match'], '"5"');
  assert.is(code, 1);
  assert.match(stderr, 'Read it again');
});

test('edit of the title does not change the fields', async () => {
  const { asked } = await runAgainst(['forms', 'edit', 'f1', '--title', 'T'], () => ({
    status: 200,
    body: served,
  }));
  assert.equal(asked[1], ['PATCH /api/admin/v1/forms/f1', { title: 'T' }]);
});

for (const [given, color] of [
  ['1D4ED8', '#1d4ed8'],
  ['#1d4ed8', '#1d4ed8'],
  ['', null],
] as const)
  test(`edit --color "${given}" changes the colour`, async () => {
    const { asked, stdout } = await runAgainst(['forms', 'edit', 'f1', '--color', given], () => ({
      status: 200,
      body: { ...served, look: { color } },
    }));
    assert.equal(asked[1], ['PATCH /api/admin/v1/forms/f1', { look: { color } }]);
    assert.match(stdout, new RegExp(`^colour +${color ?? 'that of all forms'}$`, 'm'));
  });

test('a colour that is none is refused', async () => {
  const { code, stderr } = await runCli(['forms', 'edit', 'f1', '--color', 'green'], {});
  assert.is(code, 2);
  assert.match(stderr, 'Must be a colour such as #1d4ed8.');
});

test.run();
