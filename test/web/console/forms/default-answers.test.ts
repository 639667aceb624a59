import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { draftFieldOf, newField } from '../../../../domain/form-draft/draft-field.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { sentDefault } from '../../../../web/console/forms/default-answer.ts';
import { inputOf } from '../../../../web/console/forms/draft-input.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';
import { controlsOf, editorOf } from './editor-visit.ts';

const test = suite('the answers that questions begin with, in the editor');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
});
test.after(() => service.close());

const drinks = [
  { value: 't', label: 'Tea' },
  { value: 'c', label: 'Coffee' },
  { value: 'w', label: 'Water' },
];

/** A form of one question, its editor, and the question's id. */
async function editing(field: Record<string, unknown>, settings: Record<string, unknown> = {}) {
  const body = { title: 'Begin', fields: [{ key: 'q', label: 'Q', ...field }], ...settings };
  const made = await mine.api('POST', '/forms', { body });
  const formId = String(made.at('id'));
  const id = String(made.at('fields.0.id'));
  const editor = editorOf(visit, formId);
  return {
    formId,
    editor,
    id,
    begun: async () => {
      await service.settled();
      return (await mine.api('GET', `/forms?id=${formId}`)).at('fields.0.default_value');
    },
    /** Publishes with other texts in the controls; the page that follows. */
    async publish(typed: Record<string, string>) {
      const { location = '' } = await editor.press('publish', typed, id);
      return (await visit.get(location.replace('check=yes', `check=yes&open=${id}`).split('#')[0] ?? ''))
        .text;
    },
  };
}

for (const [kind, field, typed, answer] of [
  ['ranking', { options: drinks }, { 'q.default.w': '1', 'q.default.t': '2' }, ['w', 't']],
  ['matrix', { options: drinks, rows: drinks }, { 'q.default.c': 't' }, { c: 't' }],
  [
    'matrix',
    { options: drinks, rows: drinks, validation: { max_selections: 2 } },
    { 'q.default.c': 't' },
    { c: ['t'] },
  ],
  ['address', {}, { 'q.default.city': 'Ulm', 'q.default.country': 'DE' }, { city: 'Ulm', country: 'DE' }],
  ['full_name', {}, { 'q.default.last_name': "O'Hara" }, { last_name: "O'Hara" }],
  [
    'payment',
    {},
    { 'q.default.amount': '12.50', 'q.default.currency': 'eur' },
    { amount: 1250, currency: 'EUR' },
  ],
] as const)
  test(`a ${kind} begins with what is typed into the controls of people, and shows it again`, async () => {
    const { publish, begun, editor, id } = await editing({ kind, ...field });
    await publish(typed);
    assert.equal(await begun(), answer);
    const shown = controlsOf((await visit.get(`${editor.path}?open=${id}`)).text);
    for (const [name, text] of Object.entries(typed))
      assert.is(shown[name]?.toLowerCase(), text.toLowerCase(), name);
  });

test('a moment is typed on the clocks of the form, and kept exactly while it is not changed', async () => {
  const moment = { kind: 'datetime', default_value: '2026-07-01T09:00:07.5Z' };
  const { publish, begun, editor, id } = await editing(moment, { time_zone: 'Europe/Berlin' });
  const shown = controlsOf((await visit.get(`${editor.path}?open=${id}`)).text);
  assert.is(shown['q.default'], '2026-07-01T11:00:07.5');
  await publish({ 'q.label': 'When?' });
  assert.is(await begun(), '2026-07-01T09:00:07.5Z');
  await publish({ 'q.default': '2026-07-02T08:30' });
  assert.is(await begun(), '2026-07-02T08:30:00+02:00');
});

for (const [kind, field, typed, words] of [
  [
    'ranking',
    { options: drinks },
    { 'q.default.t': '1', 'q.default.c': '1' },
    /the same place|share a place|place/i,
  ],
  ['payment', {}, { 'q.default.amount': '12.50' }, /currency/i],
  ['payment', {}, { 'q.default.amount': 'much', 'q.default.currency': 'EUR' }, /number|amount/i],
] as const)
  test(`a ${kind} that cannot begin so says why beside its controls, with what was typed`, async () => {
    const { publish, begun } = await editing({ kind, ...field });
    const page = await publish(typed);
    const [, group = ''] = page.split('class="first-answer"');
    assert.match(/class="fault" id="q.default-problem">([^<]*)/.exec(group)?.[1] ?? '', words);
    const shown = controlsOf(page);
    for (const [name, text] of Object.entries(typed)) assert.is(shown[name], text);
    assert.is(await begun(), undefined);
  });

test('clearing the controls takes the answer back', async () => {
  const { publish, begun, formId } = await editing({
    kind: 'matrix',
    options: drinks,
    rows: drinks,
    default_value: { t: 'c' },
  });
  await publish({ 'q.default.t': '' });
  assert.is(await begun(), undefined);
  const types: string[] = [];
  for await (const { event } of service.log.readStream(streamOf.form(formId))) types.push(event.type);
  assert.equal(types, ['FormCreated', 'FormFieldsChanged']);
});

test('a row that is removed takes its part of the answer with it', () => {
  const former = {
    id: 'x',
    position: 0,
    key: 'q',
    label: 'Q',
    kind: 'matrix',
    required: false,
    hidden: false,
    options: drinks,
    rows: drinks,
    default_value: { t: 'c', w: 't' },
  } as const;
  const draft = draftFieldOf(former);
  assert.equal(inputOf(draft, former, {}).default_value, { t: 'c', w: 't' });
  const without = { ...draft, rows: draft.rows.slice(0, 2) };
  assert.equal(inputOf(without, former, {}).default_value, { t: 'c' });
});

test('an amount that was typed as JSON in an earlier release is shown with its decimals', () => {
  const typed = { id: 'x', kind: 'payment', default: '{"amount":1250,"currency":"KWD"}' } as const;
  const shown = newField(typed);
  const sent = { 'q.default.amount': '1.250', 'q.default.currency': 'KWD' };
  assert.is(sentDefault(sent, shown, {}), shown.default);
  assert.is(sentDefault({ ...sent, 'q.default.amount': '2' }, shown, {}), '{"amount":"2","currency":"KWD"}');
});

test.run();
