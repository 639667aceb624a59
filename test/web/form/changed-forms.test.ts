import Type from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('forms that change while they are filled in');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

type Fields = Readonly<Record<string, string | readonly string[]>>;
const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Opens a form, changes it, and sends the page that was open. */
async function sendAfter(
  fields: FieldInput[],
  changes: object | readonly object[],
  typed: Fields,
  { waitMs = 0, details = {} } = {},
) {
  const formId = await service.newForm(mine.accountId, fields, 'draft');
  const change = async (body: object) => {
    const changed = await service.admin('PATCH', `/forms/${formId}`, { body });
    assert.is(changed.status, 200, changed.text);
  };
  await change({ status: 'published', ...details });
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  for (const body of [changes].flat()) await change(body);
  service.clock.aheadMs += waitMs;
  const answer = await visit.post(`/f/${formId}`, { formToken, ...typed });
  const send = (more: Fields, token = tokenOf(answer)) =>
    visit.post(`/f/${formId}`, { formToken: token, ...more });
  return { formId, answer, send, formToken };
}

async function submissionsTo(formId: string) {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const ids: unknown = list.at('data');
  return Promise.all(
    (Array.isArray(ids) ? ids : []).map(async (_, n) => {
      const read = await mine.api('GET', `/submissions?id=${String(list.at(`data.${n}.id`))}`);
      return { answers: read.at('answers'), version: read.at('form_version') };
    }),
  );
}

const newsletter: FieldInput = { key: 'ok', label: 'I want the newsletter', kind: 'yes_no', required: true };
const name: FieldInput = { key: 'name', label: 'Name', kind: 'short_text' };
const lost: FieldInput = { key: 'b', label: 'Your story', kind: 'long_text' };

test('no answer is stored for a question that was not shown', async () => {
  const opposite = { ...newsletter, label: 'I do NOT want the newsletter' };
  const { formId, answer, send } = await sendAfter(
    [newsletter, name],
    { fields: [opposite, name] },
    { ok: 'yes', name: 'Ada <b>' },
  );
  assert.is(answer.status, 409);
  assert.match(answer.text, 'The form has changed since you opened it.');
  assert.match(answer.text, 'I do NOT want the newsletter');
  assert.match(answer.text, 'This question has changed. It was: “I want the newsletter”');
  assert.match(answer.text, 'value="Ada <b>"');
  assert.not.match(answer.text, /checked/, 'nobody agrees to what they have not read');
  assert.match(answer.text, /<dt dir="auto">I want the newsletter<\/dt>\s*<dd dir="auto">Yes<\/dd>/);
  assert.equal(await submissionsTo(formId), []);
  assert.is((await send({ ok: 'no', name: 'Ada' })).status, 303);
  assert.equal(await submissionsTo(formId), [
    { answers: { 'I do NOT want the newsletter': false, Name: 'Ada' }, version: 2 },
  ]);
});

test('no consent stays given when the texts around it have changed', async () => {
  const terms: FieldInput = { key: 'terms', label: 'Terms of May', kind: 'statement' };
  const agree: FieldInput = { key: 'agree', label: 'I agree to the terms', kind: 'consent', required: true };
  const fields = [terms, agree, name];
  const others = [{ ...terms, label: 'Terms of June' }, agree, name];
  for (const change of [{ fields: others }, { description: 'The terms are those of June.' }]) {
    const { formId, answer, send } = await sendAfter(fields, change, { agree: 'yes', name: 'Ada' });
    assert.is(answer.status, 409);
    assert.not.match(answer.text, /checked/);
    assert.match(answer.text, 'value="Ada"');
    assert.is((await send({ name: 'Ada' })).status, 422, 'without consent');
    assert.is((await send({ name: 'Ada', agree: 'yes' })).status, 303);
    assert.is((await submissionsTo(formId)).length, 1);
  }
});

test('answers to questions with the same meaning are stored with the shown revision', async () => {
  const { formId, answer } = await sendAfter(
    [name, newsletter],
    { title: 'Another title', fields: [newsletter, { key: 'new', label: 'New', kind: 'short_text' }, name] },
    { ok: 'yes', name: 'Ada' },
  );
  assert.is(answer.status, 303, answer.text);
  assert.equal(await submissionsTo(formId), [
    { answers: { Name: 'Ada', 'I want the newsletter': true }, version: 1 },
  ]);
});

test('the text of a removed question is shown to be copied, with its question', async () => {
  const { formId, answer, send } = await sendAfter(
    [name, lost],
    { fields: [name] },
    { name: 'Ada', b: 'LOST\n& <found>' },
  );
  assert.is(answer.status, 409);
  assert.match(answer.text, 'Your story');
  assert.match(answer.text, 'LOST\n&amp; &lt;found>');
  assert.match(answer.text, 'value="Ada"');
  const kept = { keptLabel: 'Your story', keptText: 'LOST\r\n& <found>' };
  assert.match(answer.text, 'name="keptLabel" value="Your story"');
  const mistaken = await send({ ...kept, name: 'x'.repeat(3_000) });
  assert.is(mistaken.status, 422);
  assert.match(mistaken.text, /<dd dir="auto">LOST\s+&amp; &lt;found><\/dd>/, 'it stays to be copied');
  assert.is((await send({ ...kept, name: 'Ada' })).status, 303);
  assert.equal(await submissionsTo(formId), [{ answers: { Name: 'Ada' }, version: 2 }]);
  const open = await sendAfter([name, lost], { fields: [name] }, { name: 'Ada', b: '' });
  assert.is(open.answer.status, 303, 'nothing is lost');
});

test('typed numbers and times keep their meaning when the form gets another language and time zone', async () => {
  const amount: FieldInput = { key: 'n', label: 'Number', kind: 'number' };
  const fee: FieldInput = { key: 'fee', label: 'Fee', kind: 'payment' };
  const when: FieldInput = { key: 'when', label: 'When', kind: 'datetime' };
  const odd: FieldInput = { key: 'odd', label: 'Odd', kind: 'datetime' };
  const { formId, answer, send } = await sendAfter(
    [amount, fee, when, odd, name],
    {
      language: 'en',
      time_zone: 'America/New_York',
      fields: [amount, fee, when, odd, { ...name, label: 'Full name' }],
    },
    {
      n: '1.234',
      'fee.amount': '1.234,50',
      'fee.currency': 'eur',
      when: '2026-07-01T09:00',
      odd: 'in the morning',
      name: 'Ada',
    },
    { details: { language: 'de', time_zone: 'Europe/Berlin' } },
  );
  assert.is(answer.status, 409);
  const again = {
    n: '1234',
    'fee.amount': '1234.50',
    'fee.currency': 'EUR',
    when: '2026-07-01T03:00',
    odd: 'in the morning',
    name: 'Ada',
  };
  for (const [control, text] of Object.entries(again))
    assert.match(answer.text, new RegExp(`name="${control}"[^>]* value="${text}"`));
  assert.is((await send({ ...again, odd: '' })).status, 303);
  assert.equal(await submissionsTo(formId), [
    {
      answers: {
        Number: 1234,
        Fee: { amount: 123_450, currency: 'EUR' },
        When: '2026-07-01T03:00:00-04:00',
        Odd: null,
        'Full name': 'Ada',
      },
      version: 2,
    },
  ]);
});

test('a question that was removed and restored keeps its input', async () => {
  const { answer, send } = await sendAfter(
    [name, newsletter],
    [{ fields: [] }, { fields: [newsletter, name] }],
    { name: 'Ada', ok: 'yes' },
  );
  assert.is(answer.status, 409);
  assert.match(answer.text, 'value="Ada"');
  assert.match(answer.text, /value="yes" checked/);
  assert.not.match(answer.text, 'Your previous answers');
  assert.is((await send({ name: 'Ada', ok: 'yes' })).status, 303);
});

test('exchanged labels: a choice stays selected by its label', async () => {
  const drink: FieldInput = {
    key: 'drink',
    label: 'Drink',
    kind: 'single_choice',
    options: [
      { value: 'x', label: 'Tea' },
      { value: 'y', label: 'Coffee' },
    ],
  };
  const exchanged = {
    ...drink,
    options: [
      { value: 'x', label: 'Coffee' },
      { value: 'y', label: 'Tea' },
    ],
  };
  const { answer } = await sendAfter([drink], { fields: [exchanged] }, { drink: 'x' });
  assert.is(answer.status, 409);
  assert.match(answer.text, /value="y" checked/);
  assert.not.match(answer.text, /value="x" checked/);
  assert.match(answer.text, 'The choices of this question have changed.');
});

test('choices of every kind keep the options that still exist, and show the rest as text', async () => {
  const abc = optionsOf('a', 'b', 'c');
  const fields: FieldInput[] = [
    { key: 'many', label: 'Many', kind: 'multiple_choice', options: abc },
    { key: 'order', label: 'Order', kind: 'ranking', options: abc },
    { key: 'grid', label: 'Grid', kind: 'matrix', options: abc, rows: optionsOf('x', 'y') },
    { key: 'who', label: 'Who', kind: 'full_name' },
    { key: 'stars', label: 'Stars', kind: 'rating' },
    { key: 'agreed', label: 'I agree to A', kind: 'consent' },
    { key: 'when', label: 'When', kind: 'date' },
  ];
  const without = [
    { value: 'a', label: 'a' },
    { value: 'c', label: 'Sea' },
  ];
  const changed = fields.map((field) => ({
    ...field,
    ...(field.options && { options: without }),
    ...(field.rows && { rows: optionsOf('x') }),
    ...(field.kind === 'rating' && { validation: { max: 10 } }),
    ...(field.kind === 'consent' && { label: 'I agree to B' }),
    ...(field.kind === 'date' && { kind: 'short_text' }),
  }));
  const typed = {
    many: ['a', 'b'],
    'order.a': '2',
    'order.c': '1',
    'grid.x': 'a',
    'grid.y': 'a',
    'who.first_name': 'Ada',
    stars: '4',
    agreed: 'yes',
    when: '2026-01-31',
  };
  const { answer } = await sendAfter(fields, { fields: changed }, typed);
  assert.is(answer.status, 409);
  const kept = [...answer.text.matchAll(/<dt dir="auto">([^<]*)<\/dt>\s*<dd dir="auto">([^<]*)<\/dd>/g)].map(
    ([, label, text]) => [label, text],
  );
  assert.equal(kept, [
    ['Many', 'a\nb'],
    ['Order', '1. c\n2. a'],
    ['Grid', 'x: a\ny: a'],
    ['Stars', '4'],
    ['I agree to A', 'Yes'],
    ['When', '2026-01-31'],
  ]);
  assert.match(answer.text, /name="many" value="a" checked/);
  assert.match(answer.text, /name="grid.x" value="a" checked/);
  assert.match(answer.text, /name="who.first_name" value="Ada"/);
});

test('every change and every other problem are named beside their questions', async () => {
  const mail: FieldInput = { key: 'mail', label: 'Mail', kind: 'email' };
  const { answer } = await sendAfter(
    [name, mail],
    {
      description: 'Your answers are published.',
      fields: [
        { ...name, required: true, help_text: 'As in your passport' },
        mail,
        { key: 'new', label: 'New', kind: 'short_text', required: true },
        { key: 'terms', label: 'We keep everything.', kind: 'statement' },
      ],
    },
    { name: '', mail: 'wrong' },
  );
  assert.is(answer.status, 409);
  const summary = /<ul>(.*?)<\/ul>/s.exec(answer.text)?.[1] ?? '';
  assert.equal(
    [...summary.matchAll(/href="#f-(\w+)"/g)].map(([, key]) => key),
    ['name', 'mail', 'new'],
  );
  for (const part of [
    'The text above the questions has changed.',
    'We keep everything.',
    'This question is new.',
    'The explanation of this question has changed. Requires an answer.',
  ])
    assert.match(answer.text, part);
});

for (const [status, notice] of [
  ['closed', 'This form is closed and takes no more answers.'],
  ['archived', 'This form is closed and takes no more answers.'],
  ['draft', 'This form is not available at the moment.'],
] as const)
  test(`a form that is ${status} meanwhile shows the input to be copied`, async () => {
    const { answer } = await sendAfter([newsletter, lost], { status }, { ok: 'yes', b: 'My <story>' });
    assert.is(answer.status, 410);
    assert.match(answer.text, notice);
    assert.match(answer.text, /<dt dir="auto">I want the newsletter<\/dt>\s*<dd dir="auto">Yes<\/dd>/);
    assert.match(answer.text, /<dt dir="auto">Your story<\/dt>\s*<dd dir="auto">My &lt;story><\/dd>/);
  });

test('the questions of a draft are shown only to people who saw them before', async () => {
  const formId = await service.newForm(mine.accountId, [name]);
  const secret = [{ ...name, label: 'A secret plan' }];
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'draft' } });
  await service.admin('PATCH', `/forms/${formId}`, { body: { title: 'Secret', fields: secret } });
  const answer = await openVisit(service).post(`/f/${formId}`, { formToken: 'none', name: 'Keep me' });
  assert.is(answer.status, 410);
  assert.match(answer.text, /<dd dir="auto">Keep me<\/dd>/);
  assert.not.match(answer.text, /secret/i);
});

test('a submission that was sent before the form closed can be repeated', async () => {
  const formId = await service.newForm(mine.accountId, [name]);
  const visit = openVisit(service);
  const sent = { formToken: tokenOf(await visit.get(`/f/${formId}`)), name: 'Ada' };
  assert.is((await visit.post(`/f/${formId}`, sent)).status, 303);
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'closed' } });
  assert.is((await visit.post(`/f/${formId}`, sent)).status, 303, 'a second click');
});

test('a token that is a day old still identifies the shown revision', async () => {
  const day = 25 * 3_600_000;
  const changed = await sendAfter(
    [name, lost],
    { fields: [name] },
    { name: 'Ada', b: 'LOST' },
    { waitMs: day },
  );
  assert.is(changed.answer.status, 422);
  assert.match(changed.answer.text, /<dt dir="auto">Your story<\/dt>\s*<dd dir="auto">LOST<\/dd>/);
  assert.is((await changed.send({ name: 'Ada' })).status, 303);
  const same = await sendAfter([name], { title: 'Other' }, { name: 'Ada' }, { waitMs: day });
  assert.is(same.answer.status, 422);
  assert.match(same.answer.text, 'The page was open for a long time.');
  assert.match(same.answer.text, 'value="Ada"');
});

test('without a token, texts without a question are shown by the names of their controls', async () => {
  const { answer } = await sendAfter(
    [name, lost],
    { fields: [name] },
    { formToken: 'none', name: 'Ada', b: 'LOST' },
  );
  assert.is(answer.status, 422);
  assert.match(answer.text, 'value="Ada"');
  assert.match(answer.text, /<dt dir="auto">b<\/dt>\s*<dd dir="auto">LOST<\/dd>/);
});

test('without a token, no option is selected that may not have been shown', async () => {
  const opposite = { ...newsletter, label: 'I do NOT want the newsletter' };
  const typed = { formToken: 'none', ok: 'yes', name: 'Ada' };
  const { answer } = await sendAfter([newsletter, name], { fields: [opposite, name] }, typed);
  assert.is(answer.status, 422);
  assert.match(answer.text, 'value="Ada"');
  assert.not.match(answer.text, /checked/);
  assert.match(answer.text, /<dt dir="auto">ok<\/dt>\s*<dd dir="auto">yes<\/dd>/);
  const same = await sendAfter([newsletter, name], { title: 'Other' }, typed);
  assert.match(same.answer.text, /value="yes" checked/, 'the form has never asked anything else');
});

test('a page of an earlier release without a revision is accepted while the form is unchanged', async () => {
  const Ticket = Type.Object({ id: Type.String(), formId: Type.String(), at: Type.String() });
  const tokens = sealedTokens('form', Ticket, service.deps.sessionKeys);
  const formId = await service.newForm(mine.accountId, [newsletter]);
  const ticket = (id: string) => tokens.seal({ id, formId, at: service.deps.now().toISOString() });
  const [first, second] = [ticket('first'), ticket('second')];
  const send = (formToken: string) => openVisit(service).post(`/f/${formId}`, { formToken, ok: 'yes' });
  assert.is((await send(first)).status, 303);
  const fields = [{ ...newsletter, label: 'I do NOT want the newsletter' }];
  service.clock.aheadMs += 2_000;
  await service.admin('PATCH', `/forms/${formId}`, { body: { fields } });
  const answer = await send(second);
  assert.is(answer.status, 422);
  assert.not.match(answer.text, /checked/);
});

test('long texts of removed questions are read and shown', async () => {
  const essays = ['a', 'b', 'c'].map((key): FieldInput => ({ key, label: key, kind: 'long_text' }));
  const text = 'ж'.repeat(30_000);
  const { answer } = await sendAfter(essays, { fields: [name] }, { a: text, b: text, c: text });
  assert.is(answer.status, 409);
  assert.is(answer.text.split(`<dd dir="auto">${text}</dd>`).length, 4);
});

test('texts of removed questions are kept beyond the limit of an address, too', async () => {
  const { formToken, formId } = await sendAfter([name, lost], { fields: [name] }, { name: 'Ada', b: '' });
  const visit = openVisit(service);
  await service.stopLog();
  service.clock.aheadMs += 120_000;
  try {
    const answer = await visit.post(`/f/${formId}`, { formToken, name: 'Ada', b: 'LOST' });
    assert.is(answer.status, 503);
    assert.match(answer.text, 'name="b" value="LOST"');
  } finally {
    await service.restartLog();
  }
});

test.run();
