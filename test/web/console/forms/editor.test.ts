import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../../domain/form/define-fields.ts';
import { fieldKinds } from '../../../../domain/form/field.ts';
import { draftOf, edited, newField } from '../../../../web/console/forms/draft.ts';
import { inputOf } from '../../../../web/console/forms/field-input.ts';
import { readDraft } from '../../../../web/console/forms/read-draft.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the form editor');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
});
test.after(() => service.close());

const choices = [
  { value: 'red', label: 'Red' },
  { value: 'Blue', label: 'Blue' },
];
/** A field of every kind, with every setting that its kind has. */
const everyKind = fieldKinds.map((kind) => ({
  kind,
  label: `A ${kind}`,
  help_text: 'Help',
  ...(['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(kind) && {
    options: choices,
  }),
  ...(kind === 'matrix' && { rows: choices }),
  ...(kind === 'number' && { validation: { min: 1, max: 9.5 }, default_value: 3 }),
  ...(kind === 'short_text' && { validation: { min_length: 2, pattern: '^[a-z]+$' }, default_value: '12ab' }),
  ...(kind === 'multiple_choice' && { validation: { max_selections: 2 }, default_value: ['red'] }),
  ...(kind === 'yes_no' && { default_value: true }),
}));

test('a form with every kind, saved unchanged, keeps its fields', async () => {
  const defined = defineFields(
    everyKind.map((field) => (field.kind === 'short_text' ? { ...field, default_value: 'abc' } : field)),
    [],
    () => 'id',
  );
  if (!defined.ok) throw new Error(JSON.stringify(defined.error));
  const again = defineFields(
    defined.value.map((field) => inputOf(draftOf(field))),
    defined.value,
    () => 'other',
  );
  assert.equal(again, defined);
});

const entities = { '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decoded = (html: string): string =>
  Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), html);

/** The controls of the editor as a browser sends them: inputs have no line breaks, and a text area drops its first. */
function controlsOf(page: string): Record<string, string> {
  const [form = ''] = page.split('class="preview"');
  const controls = /<(input|textarea)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>(?:([^<]*)<\/textarea>)?/g;
  const sent: Record<string, string> = {};
  for (const [, tag, attributes = '', content = ''] of form.matchAll(controls)) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
    if (of('type') === 'checkbox' && !/\schecked/.test(attributes)) continue;
    const text = tag === 'input' ? (of('value') ?? '').replaceAll('\n', '') : content.replace(/^\n/, '');
    sent[of('name') ?? ''] = decoded(text);
  }
  for (const [list, name = ''] of form.matchAll(/<select name="([^"]+)".*?<\/select>/gs))
    sent[name] = /value="([^"]*)" selected/.exec(list)?.[1] ?? '';
  return sent;
}

test('choices and texts that lines cannot express are kept when a form is saved unchanged', async () => {
  const odd = [
    { value: 'A | B', label: 'A | B' },
    { value: 'c | d', label: 'C' },
    { value: ' e ', label: 'E' },
    { value: 'f', label: 'Two\nlines' },
    { value: '10', label: 'Ten' },
  ];
  const formId = await service.newForm(mine.accountId, [
    {
      key: 'one',
      label: 'A question\non two lines',
      kind: 'single_choice',
      options: odd,
      default_value: '10',
    },
    { key: 'list', label: 'List', kind: 'dropdown', options: odd, default_value: ' e ', help_text: 'a\nb' },
    { key: 'grid', label: 'Grid', kind: 'matrix', options: odd, rows: odd, default_value: { f: '10' } },
    { key: 'text', label: 'Text', kind: 'long_text', default_value: 'a\n\nb' },
    { key: 'when', label: 'When', kind: 'datetime', default_value: '2026-07-01T09:00:00Z' },
  ]);
  await service.settled();
  const before = await mine.api('GET', `/forms?id=${formId}`);
  const path = `/console/forms/${formId}/edit`;
  const page = await visit.get(path);
  assert.is((await visit.post(path, { ...controlsOf(page.text), action: 'save' })).status, 303);
  await service.settled();
  const after = await mine.api('GET', `/forms?id=${formId}`);
  assert.equal(after.at('fields'), before.at('fields'));
});

test('a kind that is changed and changed back keeps its settings', async () => {
  const formId = await service.newForm(mine.accountId, [
    { key: 'grid', label: 'Grid', kind: 'matrix', options: choices, rows: choices },
    { key: 'text', label: 'Text', kind: 'short_text', validation: { min_length: 1, pattern: 'a+' } },
  ]);
  await service.settled();
  const before = await mine.api('GET', `/forms?id=${formId}`);
  const path = `/console/forms/${formId}/edit`;
  const first = controlsOf((await visit.get(path)).text);
  const other = { '0.kind': 'rating', '1.kind': 'number', action: 'show' };
  const second = controlsOf((await visit.post(path, { ...first, ...other })).text);
  assert.is(second['0.kind'], 'rating');
  const back = { '0.kind': 'matrix', '1.kind': 'short_text', action: 'save' };
  assert.is((await visit.post(path, { ...second, ...back })).status, 303);
  await service.settled();
  assert.equal((await mine.api('GET', `/forms?id=${formId}`)).at('fields'), before.at('fields'));
});

test('the input of the editor is read exactly', () => {
  const text = fc.string({ maxLength: 20 }).map((typed) => typed.replaceAll('\r', ''));
  const field = fc.record(
    { label: text, help: text, pattern: text, options: text, required: fc.boolean() },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(field, { maxLength: 4 }), (fields) => {
      const sent = Object.fromEntries<string>(
        fields.flatMap(({ label, help, pattern, options, required }, index): [string, string][] => [
          [`${index}.kind`, 'dropdown'],
          [`${index}.label`, label],
          [`${index}.help_text`, help],
          [`${index}.pattern`, pattern],
          [`${index}.options`, options],
          ...(required ? ([[`${index}.required`, 'yes']] as [string, string][]) : []),
        ]),
      );
      const read = readDraft({ ...sent, title: 'T' }).fields;
      assert.equal(
        read.map(({ label, help, pattern, options, required }) => ({
          label,
          help,
          pattern,
          options,
          required,
        })),
        fields,
      );
    }),
  );
});

test('buttons add, remove and move fields', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((label) => ({ ...newField('email'), label }));
  const draft = {
    title: '',
    description: '',
    slug: '',
    language: '',
    timeZone: '',
    fields: [a, b, c].flatMap((field) => field ?? []),
  };
  const labels = (action: string) =>
    edited(draft, action)
      .fields.map(({ label }) => label)
      .join('');
  assert.equal(['up 1', 'down 1', 'remove 0', 'up 0', 'down 2', 'up 9', 'remove x', 'nonsense'].map(labels), [
    'bac',
    'acb',
    'bc',
    'abc',
    'abc',
    'abc',
    'abc',
    'abc',
  ]);
  assert.is(edited(draft, 'add rating').fields[3]?.kind, 'rating');
});

async function newForm(): Promise<string> {
  const page = await visit.get('/console/forms/new');
  const once = /name="once" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const created = await visit.post('/console/forms/new', { title: 'Party', description: '', once });
  assert.is(created.status, 303, created.text);
  const twice = await visit.post('/console/forms/new', { title: 'Party', description: '', once });
  assert.is(twice.location, created.location, 'a double click makes one form');
  return String(created.location).split('/')[3] ?? '';
}

test('the editor previews its fields as people will see them, and saves nothing', async () => {
  const id = await newForm();
  const page = await visit.post(`/console/forms/${id}/edit`, {
    action: 'show',
    revision: '0',
    title: 'Party',
    description: '',
    '0.kind': 'rating',
    '0.label': 'How was it?',
    '0.max': '3',
    '1.kind': 'dropdown',
    '1.label': 'A choice without choices',
    '2.kind': 'hidden',
    '2.label': 'Campaign',
  });
  assert.is(page.status, 200, page.text);
  const [, preview = ''] = page.text.split('class="preview"');
  assert.match(preview, 'left out: field 2.');
  // The last takes the choice back.
  assert.is(preview.split('type="radio"').length - 1, 4);
  assert.not.match(preview, 'Campaign');
  assert.equal((await mine.api('GET', `/forms?id=${id}`)).at('fields'), []);
});

test('a form is created, edited, published and closed, each in the name of its actor', async () => {
  const id = await newForm();
  const editor = await visit.get(`/console/forms/${id}/edit`);
  const revision = /name="revision" value="(\d+)"/.exec(editor.text)?.[1] ?? '';
  const fields = {
    '0.kind': 'dropdown',
    '0.new': 'yes',
    '0.label': 'Colour',
    '0.options': 'red | Red\r\nBlue',
  };
  const saved = await visit.post(`/console/forms/${id}/edit`, {
    action: 'save',
    revision,
    title: 'Our party',
    description: 'Come!',
    ...fields,
  });
  assert.is(saved.location, `/console/forms/${id}`, saved.text);
  await visit.post(`/console/forms/${id}/status`, { status: 'published' });
  const page = await visit.get(`/console/forms/${id}`);
  assert.match(page.text, 'The form is published.');
  assert.match(page.text, new RegExp(`https://forms\\.example/f/[a-z0-9-]+-${id}`));
  const form = await mine.api('GET', `/forms?id=${id}`);
  assert.equal(form.at('fields.0.options'), choices);
  assert.is(form.at('title'), 'Our party');
  const history = await service.admin('GET', `/forms/${id}/history`);
  assert.equal(history.at('data.2.actor'), { kind: 'key', id: mine.keyId });
});

test('every problem is named beside its field, and the input is kept', async () => {
  const id = await service.newForm(mine.accountId);
  const answer = await visit.post(`/console/forms/${id}/edit`, {
    action: 'save',
    revision: '1',
    title: 'Typed <b>"title"</b>',
    description: '',
    '0.kind': 'dropdown',
    '0.label': 'No choices',
    '1.kind': 'number',
    '1.label': '',
    '1.min': 'ten',
  });
  assert.is(answer.status, 422);
  assert.match(answer.text, 'value="Typed <b>&#34;title&#34;</b>"');
  for (const part of ['id="1.label-problem"', 'id="1.min-problem"', 'value="ten"', 'href="#field-1"'])
    assert.match(answer.text, part);
});

test('a change by another person meanwhile is not overwritten', async () => {
  const id = await service.newForm(mine.accountId);
  const changed = await service.admin('PATCH', `/forms/${id}`, { body: { title: 'Theirs' } });
  assert.is(changed.status, 200);
  const answer = await visit.post(`/console/forms/${id}/edit`, {
    action: 'save',
    revision: '0',
    title: 'Mine',
    description: '',
    '0.kind': 'email',
    '0.label': 'E',
  });
  assert.is(answer.status, 422);
  assert.match(answer.text, 'Someone has changed the form');
  assert.is((await service.admin('GET', `/forms/${id}`)).at('title'), 'Theirs');
});

test('a read-only key sees no buttons', async () => {
  const id = await service.newForm(mine.accountId);
  await service.settled();
  const body = { name: 'reader', scopes: ['forms:read'] };
  const issued = await service.admin('POST', `/accounts/${mine.accountId}/keys`, { body });
  const reader = await signIn(service, String(issued.at('key')));
  const page = await reader.get(`/console/forms/${id}`);
  assert.is(page.status, 200);
  assert.not.match(page.text, 'Publish');
  assert.is((await reader.post(`/console/forms/${id}/status`, { status: 'closed' })).status, 403);
  assert.is((await reader.get('/console/submissions')).status, 403);
});

test('the search finds a form by a part of its title, in any case', async () => {
  const { accountId, key } = await service.newAccount();
  const form = { title: 'Summer party', fields: [] };
  await service.admin('POST', `/accounts/${accountId}/forms`, { body: form });
  await service.newForm(accountId);
  await service.settled();
  const page = await (await signIn(service, key)).get('/console/forms?search=PARTY&status=');
  assert.match(page.text, 'Summer party');
  assert.not.match(page.text, 'A form<');
});

test.run();
