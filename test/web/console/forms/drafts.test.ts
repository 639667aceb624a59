import { decodeQR } from 'qr/decode.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formDraft } from '../../../../domain/form-draft/decider.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { qrCode } from '../../../../web/console/parts/qr-code.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { origin, signIn, type Visit } from '../../../support/web.ts';
import { controlsOf, editorOf } from './editor-visit.ts';

const test = suite('drafts of forms, and what several people do with them');
let service: TestService;
let accountId: string;
let visit: Visit;
/** Another person, with an operator's token. */
let other: Visit;
let api: Awaited<ReturnType<TestService['newAccount']>>['api'];
test.before(async () => {
  service = await startService();
  const account = await service.newAccount();
  ({ accountId, api } = account);
  visit = await signIn(service, account.key);
  other = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

const questions = ['A', 'B'].map((label) => ({ key: label.toLowerCase(), label, kind: 'email' }));

async function formWithTwo() {
  const formId = await service.newForm(accountId, questions);
  await service.settled();
  const form = await service.admin('GET', `/forms/${formId}`);
  return { formId, a: String(form.at('fields.0.id')), b: String(form.at('fields.1.id')) };
}

/** Sends JSON as the editor's script does. */
async function sendJson(visitor: Visit, url: string, payload: object) {
  const page = await visitor.get('/console/forms/new?account=' + accountId);
  const token = /name="_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const answer = await service.inject({
    method: 'POST',
    url,
    payload: JSON.stringify(payload),
    headers: {
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'x-form-token': token,
      origin,
    },
  });
  const text = answer.text.startsWith('{') ? answer.text : '{}';
  return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
}

test('changes of different questions by two people are both saved', async () => {
  const { formId, a, b } = await formWithTwo();
  const path = editorOf(visit, formId).path;
  const theirs = await other.get(`${path}?open=${a}`);
  await editorOf(visit, formId).press('save', { 'q.label': 'Mine' }, b);
  const saved = await other.post(path, { ...controlsOf(theirs.text), 'q.label': 'Theirs', action: 'save' });
  assert.is(saved.status, 303, saved.text);
  assert.equal(await editorOf(visit, formId).labels(), ['Theirs', 'Mine']);
});

test('of one question that two people changed, both versions are shown, and one is chosen', async () => {
  const { formId, a } = await formWithTwo();
  const { path, press, labels } = editorOf(visit, formId);
  const theirs = await other.get(`${path}?open=${a}`);
  await press('save', { 'q.label': 'Mine' }, a);
  const refused = await other.post(path, { ...controlsOf(theirs.text), 'q.label': 'Theirs', action: 'save' });
  assert.is(refused.status, 409);
  assert.match(refused.text, 'API key “test” changed the same meanwhile');
  assert.match(refused.text, /The question is now .*Mine/);
  assert.is(controlsOf(refused.text)['q.label'], 'Theirs', 'nothing typed is lost');
  assert.equal(await labels(), ['Mine', 'B']);
  assert.is((await other.post(path, { ...controlsOf(refused.text), action: 'save' })).status, 303);
  assert.equal(await labels(), ['Theirs', 'B']);
});

test('a question that was changed in the form meanwhile has two versions, and others are joined', async () => {
  const { formId, a, b } = await formWithTwo();
  const { path, press, labels } = editorOf(visit, formId);
  await press('save', { 'q.label': 'Draft A' }, a);
  await press('save', { title: 'Draft title' });
  const fields = [
    { id: a, label: 'Form A', kind: 'email' },
    { id: b, label: 'Form B', kind: 'email' },
  ];
  await service.admin('PATCH', `/forms/${formId}`, { body: { fields } });
  assert.equal(await labels(), ['Draft A', 'Form B']);
  const page = await visit.get(path);
  for (const part of ['Changed in the form, and in this draft', 'Form A', `take ${a}`])
    assert.match(page.text, part);
  assert.is((await press('publish')).location, `${path}?check=yes`, 'not before a version is chosen');
  await press(`keep ${a}`);
  assert.not.match((await visit.get(path)).text, 'Changed in the form');
  assert.is((await press('publish')).location, `/console/forms/${formId}`);
  await service.settled();
  const form = await service.admin('GET', `/forms/${formId}`);
  assert.equal(
    ['title', 'fields.0.label', 'fields.1.label'].map((name) => form.at(name)),
    ['Draft title', 'Draft A', 'Form B'],
  );
});

test('the published version can be taken, also of a question that the form no longer has', async () => {
  const { formId, a, b } = await formWithTwo();
  const { press, labels } = editorOf(visit, formId);
  await press('save', { 'q.label': 'Draft A' }, a);
  await press('save', { 'q.label': 'Draft B' }, b);
  const fields = [{ id: b, label: 'Form B', kind: 'email' }];
  await service.admin('PATCH', `/forms/${formId}`, { body: { fields } });
  assert.equal(await labels(), ['Draft B', 'Draft A']);
  await press(`take ${a}`);
  await press(`take ${b}`);
  assert.equal(await labels(), ['Form B']);
});

test('the script reads and saves a draft by its revision, and learns who changed it', async () => {
  const { formId, a, b } = await formWithTwo();
  const url = `/console/forms/${formId}/draft`;
  const first = JSON.parse((await visit.get(url)).text) as Record<string, unknown>;
  assert.equal([first['revision'], first['hasChanges'], first['by']], [-1, false, []]);
  const formRevision = Number(first['formRevision']);
  const save = (visitor: Visit, seen: number, changes: object) =>
    sendJson(visitor, url, { seen, formRevision, changes });
  const rename = (id: string, label: string) => ({ fields: [{ id, label }] });
  assert.equal(await save(visit, -1, rename(a, 'One')), { status: 200, body: { revision: 0 } });
  assert.equal(await save(other, -1, rename(b, 'Two')), { status: 200, body: { revision: 1 } });
  // A save whose answer was lost is sent again.
  assert.equal(await save(other, 1, rename(b, 'Two')), { status: 200, body: { revision: 1 } });
  assert.equal(await save(visit, 0, rename(b, 'Mine')), { status: 409, body: { subjects: [b] } });
  assert.is((await visit.get(`${url}?seen=1&form=${formRevision}`)).status, 204);
  const state = JSON.parse((await visit.get(`${url}?seen=0&form=${formRevision}`)).text) as Record<
    string,
    unknown
  >;
  assert.equal([state['revision'], state['by'], state['hasChanges']], [1, ['Operator test-operator'], true]);
  const wrong = await save(visit, 1, { fields: [{ id: 'no id!', label: 'x' }] });
  assert.is(wrong.status, 400);
});

test('the preview shows the draft as people will see it, and takes nothing', async () => {
  const { formId } = await formWithTwo();
  const { press, openedBy } = editorOf(visit, formId);
  const rating = openedBy(await press('insert rating end'));
  await press('save', { 'q.label': 'How was it?', 'q.max': '3' }, rating);
  const list = openedBy(await press('insert dropdown end'));
  await press('save', { 'q.label': 'No choices yet' }, list);
  const hidden = openedBy(await press('insert hidden end'));
  await press('save', { 'q.label': 'Campaign' }, hidden);
  const page = await visit.get(`/console/forms/${formId}/preview`);
  assert.match(page.text, 'Preview of the draft.');
  assert.match(page.text, /left out: <span>No choices yet/);
  // The last takes the choice back.
  assert.is(page.text.split('type="radio"').length - 1, 4);
  for (const absent of ['Campaign', '<form', 'type="submit"']) assert.not.match(page.text, absent);
  const part = await sendJson(visit, `/console/forms/${formId}/preview`, {
    language: 'de',
    timeZone: '',
    fields: [{ id: 'x', kind: 'yes_no', label: 'Gut?' }],
  });
  assert.is(part.body['lang'], 'de');
  assert.match(JSON.stringify(part.body['questions']), 'Nein');
});

test('a form is created once for a double click, and another with another title after "Back"', async () => {
  const path = `/console/forms/new?account=${accountId}`;
  await visit.get(path);
  const create = async (title: string) => {
    const made = await visit.post(path, { title, description: '', once: 'one page' });
    assert.is(made.status, 303, made.text);
    return made.location;
  };
  const first = await create('Picnic');
  assert.is(await create('Picnic'), first);
  const second = await create('Party');
  assert.not.equal(second, first);
  assert.equal([await create('Picnic'), await create('Party')], [first, second]);
});

test('a form is duplicated with its questions and settings, as a draft, once for a double click', async () => {
  const formId = await service.newForm(accountId, [
    {
      key: 'colour',
      label: 'Colour',
      kind: 'dropdown',
      options: [{ value: 'r', label: 'Red' }],
      required: true,
    },
  ]);
  await service.admin('PATCH', `/forms/${formId}`, {
    body: { description: 'About', language: 'de', responses: { corrections: { by_respondent: true } } },
  });
  await visit.get(`/console/forms/${formId}`);
  const path = `/console/forms/${formId}/duplicate`;
  const made = await visit.post(path, { once: 'click' });
  assert.is((await visit.post(path, { once: 'click' })).location, made.location);
  const copyId = made.location?.split('/')[3] ?? '';
  await service.settled();
  const [form, copy] = [await api('GET', `/forms?id=${formId}`), await api('GET', `/forms?id=${copyId}`)];
  assert.equal([copy.at('title'), copy.at('status')], ['A form (copy)', 'draft']);
  for (const name of [
    'description',
    'language',
    'responses',
    'fields.0.options',
    'fields.0.required',
    'fields.0.key',
  ])
    assert.equal(copy.at(name), form.at(name), name);
  assert.not.equal(copy.at('fields.0.id'), form.at('fields.0.id'));
});

test('the draft of another account does not exist', async () => {
  const { formId } = await formWithTwo();
  const stranger = await signIn(service, (await service.newAccount()).key);
  await stranger.get('/console/forms');
  for (const page of ['edit', 'draft', 'preview', 'qr.svg'])
    assert.is((await stranger.get(`/console/forms/${formId}/${page}`)).status, 404, page);
  for (const act of ['edit', 'discard', 'duplicate'])
    assert.is((await stranger.post(`/console/forms/${formId}/${act}`, { once: '1' })).status, 404, act);
});

test('many moves are kept as one order, and a draft that is too long is refused', async () => {
  const { formId, a, b } = await formWithTwo();
  const url = `/console/forms/${formId}/draft`;
  const { formRevision } = JSON.parse((await visit.get(url)).text) as { formRevision: number };
  const move = (id: string) => Array.from({ length: 400 }, () => ({ id, after: null }));
  const save = (seen: number, changes: object) => sendJson(visit, url, { seen, formRevision, changes });
  for (const [seen, id] of [
    [-1, b],
    [0, a],
    [1, b],
  ] as const)
    assert.is((await save(seen, { placed: move(id) })).status, 200);
  assert.equal(await editorOf(visit, formId).labels(), ['B', 'A']);
  const { state } = await service.deps.aggregates.load(formDraft, streamOf.formDraft(formId));
  assert.ok(state.placed.length <= 402, `${state.placed.length} moves are kept`);
  const longOf = (round: number) =>
    Array.from({ length: 4 }, (_, index) => ({ id: `long-${round}-${index}`, default: 'x'.repeat(99_000) }));
  const statuses: number[] = [];
  for (const round of [0, 1, 2]) statuses.push((await save(2 + round, { fields: longOf(round) })).status);
  assert.equal(statuses, [200, 200, 400]);
});

/** The modules of a code in SVG as the pixels of an image. */
function pixelsOf(svg: string, scale: number) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++) {
        const at = ((Number(y) * scale + dy) * side + Number(x) * scale + dx) * 4;
        data.fill(0, at, at + 3);
      }
  return { width: side, height: side, data };
}

test('the QR code of a form has its address', async () => {
  const { formId } = await formWithTwo();
  await service.settled();
  const answer = await visit.get(`/console/forms/${formId}/qr.svg`);
  assert.is(answer.status, 200);
  assert.match(
    decodeQR(pixelsOf(answer.text, 4)),
    new RegExp(`^https://forms\\.example/f/[a-z0-9-]+-${formId}$`),
  );
  const long = `https://forms.example/f/${'a-long-slug-'.repeat(15)}`;
  assert.is(decodeQR(pixelsOf(await qrCode(long), 4)), long);
});

test.run();
