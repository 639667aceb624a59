import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../../domain/form/define-fields.ts';
import { fieldKinds } from '../../../../domain/form/field.ts';
import { draftFieldOf } from '../../../../domain/form-draft/draft-field.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { inputOf } from '../../../../web/console/forms/draft-input.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';
import { controlsOf, editorOf } from './editor-visit.ts';

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
  ...(kind === 'short_text' && { validation: { min_length: 2, pattern: '^[a-z]+$' }, default_value: 'abc' }),
  ...(kind === 'multiple_choice' && { validation: { max_selections: 2 }, default_value: ['red'] }),
  ...(['rating', 'scale', 'nps'].includes(kind) && { low_label: 'Poor', high_label: 'Good' }),
  ...(kind === 'yes_no' && { default_value: true }),
  ...(kind === 'time' && { default_value: '09:30' }),
  ...(kind === 'dropdown' && { default_value: 'Blue' }),
}));

/** The types of the events in a stream. */
async function eventsIn(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of service.log.readStream(stream)) types.push(event.type);
  return types;
}

const fieldsOf = async (formId: string): Promise<unknown> => {
  await service.settled();
  return (await mine.api('GET', `/forms?id=${formId}`)).at('fields');
};

const idsOf = async (formId: string): Promise<string[]> => {
  const fields = await fieldsOf(formId);
  return Array.isArray(fields) ? fields.map((field: { id: string }) => field.id) : [];
};

test('a form with every kind keeps its fields', () => {
  const defined = defineFields(everyKind, [], () => 'id');
  if (!defined.ok) throw new Error(JSON.stringify(defined.error));
  const inputs = defined.value.map((field) => inputOf(draftFieldOf(field), field, {}));
  assert.equal(
    defineFields(inputs, defined.value, () => 'other'),
    defined,
  );
});

test('a question that is opened and saved unchanged stays as it is, also where lines cannot express it', async () => {
  const odd = [
    { value: 'A | B', label: 'A | B' },
    { value: 'c | d', label: 'C' },
    { value: ' e ', label: 'E' },
    { value: 'f', label: 'Two\nlines' },
    { value: '10', label: 'Ten' },
  ];
  const formId = await service.newForm(mine.accountId, [
    { key: 'one', label: 'On\ntwo lines', kind: 'single_choice', options: odd, default_value: '10' },
    { key: 'list', label: 'List', kind: 'dropdown', options: odd, default_value: ' e ', help_text: 'a\nb' },
    { key: 'grid', label: 'Grid', kind: 'matrix', options: odd, rows: odd, default_value: { f: '10' } },
    { key: 'text', label: 'Text', kind: 'long_text', default_value: 'a\n\nb' },
    { key: 'when', label: 'When', kind: 'datetime', default_value: '2026-07-01T09:00:07.5Z' },
    { key: 'order', label: 'Order', kind: 'ranking', options: odd, default_value: ['f', 'A | B'] },
    { key: 'home', label: 'Home', kind: 'address', default_value: { city: 'Ulm', line1: ' "A" & b ' } },
    { key: 'name', label: 'Name', kind: 'full_name', default_value: { first_name: 'Ada' } },
    { key: 'fee', label: 'Fee', kind: 'payment', default_value: { amount: 1250, currency: 'KWD' } },
    ...everyKind,
  ]);
  const editor = editorOf(visit, formId);
  for (const id of await idsOf(formId)) assert.is((await editor.press('save', {}, id)).status, 303);
  assert.equal(await eventsIn(streamOf.formDraft(formId)), []);
});

test('a kind that is changed and changed back keeps its settings', async () => {
  const formId = await service.newForm(mine.accountId, [
    { key: 'grid', label: 'Grid', kind: 'matrix', options: choices, rows: choices },
  ]);
  const [id = ''] = await idsOf(formId);
  const editor = editorOf(visit, formId);
  await editor.press('save', { 'q.kind': 'rating' }, id);
  const { text } = await visit.get(`${editor.path}?open=${id}`);
  assert.is(controlsOf(text)['q.kind'], 'rating');
  assert.not.match(text.split('</form>')[0] ?? '', 'name="q.options"');
  await editor.press('save', { 'q.kind': 'matrix' }, id);
  const before = await fieldsOf(formId);
  assert.is((await editor.press('publish')).location, `/console/forms/${formId}`);
  assert.equal(await fieldsOf(formId), before);
  assert.equal(await eventsIn(streamOf.form(formId)), ['FormCreated', 'FormPublished']);
});

test('questions are inserted anywhere, duplicated, moved and removed', async () => {
  const fields = ['A', 'B'].map((label) => ({ label, kind: 'email' }));
  const formId = await service.newForm(mine.accountId, fields);
  const [a = '', b = ''] = await idsOf(formId);
  const editor = editorOf(visit, formId);
  const place = await editor.press(`pick ${a}`);
  assert.match((await visit.get(place.location ?? '')).text, `insert long_text ${a}`);
  const inserted = editor.openedBy(await editor.press(`insert long_text ${a}`));
  await editor.press('save', { 'q.label': 'Between' }, inserted);
  assert.equal(await editor.labels(), ['A', 'Between', 'B']);
  const copied = editor.openedBy(await editor.press(`duplicate ${b}`));
  await editor.press(`up ${copied}`, { 'q.label': 'Copy' }, copied);
  assert.equal(await editor.labels(), ['A', 'Between', 'Copy', 'B']);
  await editor.press(`down ${a}`);
  await editor.press(`up ${a}`);
  await editor.press(`up ${a}`);
  await editor.press(`remove ${inserted}`);
  await editor.press('insert hidden start');
  assert.equal(await editor.labels(), ['Untitled', 'A', 'Copy', 'B']);
});

test('a draft is not seen before it is published, which is one event', async () => {
  const formId = await service.newForm(mine.accountId);
  const before = await fieldsOf(formId);
  const editor = editorOf(visit, formId);
  const id = editor.openedBy(await editor.press('insert dropdown end'));
  const colour = { 'q.label': 'Colour', 'q.options': 'red | Red\nBlue', 'q.required': 'yes' };
  await editor.press('save', colour, id);
  assert.equal(await fieldsOf(formId), before);
  assert.match((await visit.get(`/console/forms/${formId}`)).text, 'changes that are not published');
  const published = await editor.press('publish');
  assert.is(published.location, `/console/forms/${formId}`);
  const page = await visit.get(`/console/forms/${formId}`);
  assert.match(page.text, 'The changes are published.');
  assert.not.match(page.text, 'changes that are not published');
  const form = await mine.api('GET', `/forms?id=${formId}`);
  assert.equal([form.at('fields.1.id'), form.at('fields.1.options')], [id, choices]);
  assert.equal(await eventsIn(streamOf.form(formId)), ['FormCreated', 'FormPublished', 'FormFieldsChanged']);
  assert.is((await eventsIn(streamOf.formDraft(formId))).at(-1), 'FormDraftPublished');
  const history = await service.admin('GET', `/forms/${formId}/history`);
  assert.equal(history.at('data.2.actor'), { kind: 'key', id: mine.keyId });
});

test('a form that is published from its page is published with its draft', async () => {
  const formId = await service.newForm(mine.accountId, [], 'draft');
  const editor = editorOf(visit, formId);
  const id = editor.openedBy(await editor.press('insert email end', { title: 'Our party' }));
  await visit.get(`/console/forms/${formId}`);
  const incomplete = await visit.post(`/console/forms/${formId}/status`, { status: 'published' });
  assert.is(incomplete.location, `${editor.path}?check=yes`);
  await editor.press('save', { 'q.label': 'Your e-mail' }, id);
  await visit.get(`/console/forms/${formId}`);
  const done = await visit.post(`/console/forms/${formId}/status`, { status: 'published' });
  assert.is(done.location, `/console/forms/${formId}`, done.text);
  await service.settled();
  const form = await mine.api('GET', `/forms?id=${formId}`);
  assert.equal(
    [form.at('status'), form.at('title'), form.at('fields.0.label')],
    ['published', 'Our party', 'Your e-mail'],
  );
});

test('every problem is named before a draft is published, and what was typed is kept', async () => {
  const formId = await service.newForm(mine.accountId);
  const editor = editorOf(visit, formId);
  await editor.press('save', { title: 'Typed <b>"title"</b>', slug: 'Not A Slug' });
  await editor.press('insert dropdown end');
  const number = editor.openedBy(await editor.press('insert number end'));
  await editor.press('save', { 'q.min': 'ten' }, number);
  const refused = await editor.press('publish');
  assert.is(refused.location, `${editor.path}?check=yes`);
  const list = await visit.get(refused.location ?? '');
  for (const part of [
    'value="Typed <b>&#34;title&#34;</b>"',
    'Question 2',
    'Question 3',
    'id="slug-problem"',
  ])
    assert.match(list.text, part);
  const page = await visit.get(`${editor.path}?check=yes&open=${number}`);
  for (const part of ['id="q.label-problem"', 'id="q.min-problem"', 'value="ten"'])
    assert.match(page.text, part);
});

test('a draft that is discarded leaves the form as it is', async () => {
  const formId = await service.newForm(mine.accountId);
  const editor = editorOf(visit, formId);
  await editor.press('save', { title: 'Other' });
  const asked = await visit.get(`/console/ask?action=/console/forms/${formId}/discard`);
  assert.match(asked.text, 'Discard the changes of this form?');
  assert.is((await visit.post(`/console/forms/${formId}/discard`)).location, `/console/forms/${formId}`);
  assert.is(controlsOf((await visit.get(editor.path)).text)['title'], 'A form');
});

test('a key that only reads sees no buttons, and the preview alone', async () => {
  const formId = await service.newForm(mine.accountId);
  await service.settled();
  const body = { name: 'reader', scopes: ['forms:read'] };
  const issued = await service.admin('POST', `/accounts/${mine.accountId}/keys`, { body });
  const reader = await signIn(service, String(issued.at('key')));
  const page = await reader.get(`/console/forms/${formId}`);
  assert.is(page.status, 200);
  for (const button of ['>Publish<', '>Duplicate<', '>Edit<']) assert.not.match(page.text, button);
  for (const path of ['status', 'edit', 'discard', 'duplicate'])
    assert.is(
      (await reader.post(`/console/forms/${formId}/${path}`, { status: 'closed', once: '1' })).status,
      403,
      path,
    );
  assert.is((await reader.get(`/console/forms/${formId}/edit`)).status, 403);
  assert.is((await reader.get(`/console/forms/${formId}/draft`)).status, 403);
  assert.is((await reader.get(`/console/forms/${formId}/preview`)).status, 200);
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
