import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';
import { controlsOf, editorOf } from './editor-visit.ts';

const test = suite('amounts, sizes and names of choices, in the editor');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
});
test.after(() => service.close());

/** A form of one question, and its editor. */
async function editing(field: Record<string, unknown>) {
  const body = { title: 'A form', fields: [{ key: 'q', label: 'Q', ...field }] };
  const made = await mine.api('POST', '/forms', { body });
  const formId = String(made.at('id'));
  const id = String(made.at('fields.0.id'));
  const editor = editorOf(visit, formId);
  return {
    controls: async () => controlsOf((await visit.get(`${editor.path}?open=${id}`)).text),
    /** Publishes what is typed; the question afterwards, or the page that names its problems. */
    async publish(typed: Record<string, string>) {
      const { location = '' } = await editor.press('publish', typed, id);
      await service.settled();
      const { text } = await visit.get(
        location.replace('check=yes', `check=yes&open=${id}`).split('#')[0] ?? '',
      );
      return { text, field: (await mine.api('GET', `/forms?id=${formId}`)).at('fields.0') };
    },
  };
}

test('the amount for everybody is written in its currency, and stored as both limits', async () => {
  const { publish, controls } = await editing({ kind: 'payment' });
  const { field } = await publish({ 'q.currency': 'EUR', 'q.amount': '12.50' });
  assert.match(JSON.stringify(field), '"validation":{"currency":"EUR","min":1250,"max":1250}');
  const shown = await controls();
  assert.equal(
    [shown['q.currency'], shown['q.amount'], shown['q.min'], shown['q.max']],
    ['EUR', '12.50', '', ''],
  );
});

test('limits of amounts are written in the currency; without one, as before, in its smallest unit', async () => {
  const yen = await editing({ kind: 'payment' });
  assert.match(
    JSON.stringify((await yen.publish({ 'q.currency': 'JPY', 'q.min': '500' })).field),
    '"validation":{"currency":"JPY","min":500}',
  );
  const earlier = await editing({ kind: 'payment', validation: { min: 500 } });
  assert.is((await earlier.controls())['q.min'], '500');
  const dinars = await editing({ kind: 'payment', validation: { currency: 'KWD', max: 1500 } });
  assert.is((await dinars.controls())['q.max'], '1.500');
});

for (const [title, typed, words] of [
  ['without a currency', { 'q.amount': '12.50' }, 'Choose the currency of the amount.'],
  [
    'beside limits',
    { 'q.currency': 'EUR', 'q.amount': '12.50', 'q.min': '1' },
    'An amount for everybody has no limits.',
  ],
  ['that the currency does not have', { 'q.currency': 'JPY', 'q.amount': '12.50' }, 'JPY has no decimals.'],
] as const)
  test(`an amount for everybody ${title} is refused beside its control`, async () => {
    const { publish } = await editing({ kind: 'payment' });
    const { text } = await publish(typed);
    const [, label = ''] = text.split('Amount for everybody</span>');
    assert.match(label.split('</label>')[0] ?? '', words);
  });

for (const [title, typed, words] of [
  [
    'in another currency than its own',
    { 'q.currency': 'EUR', 'q.default.amount': '1000', 'q.default.currency': 'JPY' },
    'Must be EUR.',
  ],
  [
    'with another currency than its price',
    { 'q.currency': 'EUR', 'q.amount': '12.50', 'q.default.amount': '12.50', 'q.default.currency': 'USD' },
    'Must be EUR.',
  ],
  [
    'with another amount than its price',
    { 'q.currency': 'EUR', 'q.amount': '12.50', 'q.default.amount': '99' },
    'Must be 12.50 EUR.',
  ],
] as const)
  test(`a payment that begins ${title} is refused beside its controls`, async () => {
    const { publish } = await editing({ kind: 'payment' });
    const { text, field } = await publish(typed);
    const [, group = ''] = text.split('class="first-answer"');
    assert.match(/class="fault" id="q.default-problem">([^<]*)/.exec(group)?.[1] ?? '', words);
    assert.not.match(JSON.stringify(field), 'default_value');
  });

test('a payment begins with its price, or with an amount in its own currency', async () => {
  const paid = await editing({ kind: 'payment' });
  const { field } = await paid.publish({
    'q.currency': 'KWD',
    'q.amount': '1.500',
    'q.default.amount': '1.500',
  });
  assert.match(JSON.stringify(field), '"default_value":{"amount":1500,"currency":"KWD"}');
  const typed = await editing({ kind: 'payment' });
  const sent = { 'q.currency': 'EUR', 'q.default.amount': '99', 'q.default.currency': 'eur' };
  assert.match(
    JSON.stringify((await typed.publish(sent)).field),
    '"default_value":{"amount":9900,"currency":"EUR"}',
  );
});

test('the largest file is written in megabytes', async () => {
  const { publish, controls } = await editing({ kind: 'file', validation: { max_bytes: 1_572_864 } });
  assert.is((await controls())['q.max_bytes'], '1.5');
  assert.match(
    JSON.stringify((await publish({ 'q.max_bytes': '2,000.25' })).field),
    '"max_bytes":2097414144',
  );
});

const drinks = ['Tea', 'Coffee'].map((label) => ({ value: label, label }));

for (const [kind, settings, typed, begun] of [
  ['dropdown', { options: drinks, default_value: 'Tea' }, { 'q.options': 'Green tea\nCoffee' }, 'Green tea'],
  [
    'multiple_choice',
    { options: drinks, default_value: ['Tea'] },
    { 'q.options': 'Green tea\nCoffee' },
    ['Green tea'],
  ],
  [
    'ranking',
    { options: drinks, default_value: ['Coffee', 'Tea'] },
    { 'q.options': 'Green tea\nCoffee' },
    ['Coffee', 'Green tea'],
  ],
  [
    'matrix',
    { options: drinks, rows: [{ value: 'Monday', label: 'Monday' }], default_value: { Monday: 'Tea' } },
    { 'q.options': 'Green tea\nCoffee', 'q.rows': 'Tuesday' },
    { Tuesday: 'Green tea' },
  ],
] as const)
  test(`a ${kind} begins with the same choice after the choice is renamed`, async () => {
    const { publish } = await editing({ kind, ...settings });
    const { field } = await publish(typed);
    assert.equal(Reflect.get(Object(field), 'default_value'), begun);
  });

test.run();
