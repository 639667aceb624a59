import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askedQuestions } from '../../../domain/form/definition.ts';
import { type FieldInput, type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { displayOf } from '../../../domain/submission/display.ts';
import { fieldsOf } from '../../support/fields.ts';
import { kindExamples } from '../../support/kinds-table.ts';

const test = suite('display of answers');

const drinks = [
  { value: 'v0', label: 'Tea, green' },
  { value: 'v1', label: 'Coffee' },
];
const days = [
  { value: 'mo', label: 'Monday' },
  { value: 'tu', label: 'Tuesday' },
];

/** The display of an answer to a question of this kind. */
function shown(kind: FieldKind, value: unknown, settings: Partial<FieldInput> = {}): string | null {
  const [question] = askedQuestions(fieldsOf({ kind, label: 'Question', ...settings }));
  if (!question) throw new Error(`${kind} asks nothing`);
  return displayOf(question)(value);
}

const expected: readonly (readonly [FieldKind, value: unknown, display: string, Partial<FieldInput>?])[] = [
  ['short_text', 'v0', 'v0'],
  ['long_text', 'Two\nlines', 'Two\nlines'],
  ['email', 'ada@example.com', 'ada@example.com'],
  ['phone', '+44 20 7946 0000', '+44 20 7946 0000'],
  ['url', 'https://example.com', 'https://example.com'],
  ['number', -12.5, '-12.5'],
  ['number', 0, '0'],
  ['number', 0.0000001, '0.0000001'],
  ['rating', 4, '4'],
  ['scale', 7, '7'],
  ['nps', 0, '0'],
  ['yes_no', true, 'Yes'],
  ['yes_no', false, 'No'],
  ['consent', true, 'Yes'],
  ['consent', false, 'No'],
  ['single_choice', 'v1', 'Coffee', { options: drinks }],
  ['dropdown', 'v0', 'Tea, green', { options: drinks }],
  ['multiple_choice', ['v1', 'v0'], 'Coffee, Tea, green', { options: drinks }],
  ['ranking', ['v1', 'v0'], '1. Coffee\n2. Tea, green', { options: drinks }],
  ['date', '2026-11-23', '2026-11-23'],
  ['time', '14:05', '14:05'],
  ['datetime', '2026-11-23T14:05:00Z', '2026-11-23 14:05 UTC'],
  ['datetime', '2026-11-23T14:05:00.000Z', '2026-11-23 14:05 UTC'],
  ['datetime', '2026-11-23T14:05:30+02:00', '2026-11-23 14:05:30 +02:00'],
  ['address', { country: 'UK', line1: '12 Long Lane', city: 'London' }, '12 Long Lane, London, UK'],
  ['full_name', { last_name: 'Lovelace', prefix: 'Countess', first_name: 'Ada' }, 'Countess Ada Lovelace'],
  ['matrix', { tu: 'v1', mo: 'v0' }, 'Monday: Tea, green\nTuesday: Coffee', { options: drinks, rows: days }],
  [
    'matrix',
    { tu: ['v1', 'v0'] },
    'Tuesday: Coffee, Tea, green',
    { options: drinks, rows: days, validation: { max_selections: 2 } },
  ],
  ['payment', { amount: 1250, currency: 'EUR' }, '12.50 EUR'],
  ['payment', { amount: 1250, currency: 'JPY' }, '1250 JPY'],
  ['payment', { amount: 1000, currency: 'HUF' }, '10.00 HUF'],
  [
    'file',
    ['cv.pdf', 'photo.png'].map((name) => ({ id: name, name, size: 1, type: 'x/y', sha256: 'ab' })),
    'cv.pdf, photo.png',
  ],
  ['hidden', 'spring', 'spring'],
];

for (const [kind, value, display, settings] of expected)
  test(`${kind}: ${JSON.stringify(value)} is shown as ${JSON.stringify(display)}`, () => {
    assert.is(shown(kind, value, settings), display);
  });

test('every kind with answers has an example above, and no answer is displayed as null', () => {
  for (const kind of fieldKinds) {
    const { answer, settings } = kindExamples[kind];
    if (answer === undefined) continue;
    assert.ok(
      expected.some(([one]) => one === kind),
      kind,
    );
    assert.is(shown(kind, null, settings), null);
  }
});

test('values without an option of the question are displayed themselves', () => {
  const copied = (kind: FieldKind) => displayOf({ fieldId: 'q1', key: 'q', label: 'Question', kind });
  assert.is(copied('single_choice')('v0'), 'v0');
  assert.is(copied('ranking')(['v1', 'v0']), '1. v1\n2. v0');
  assert.is(copied('matrix')({ tu: 'v1', mo: 'v0' }), 'tu: v1\nmo: v0');
});

test('options and rows are found by own names, including those of object members', () => {
  const names = [{ value: 'constructor', label: 'Builder' }];
  assert.is(
    shown('matrix', { constructor: 'constructor' }, { options: names, rows: names }),
    'Builder: Builder',
  );
  assert.is(shown('single_choice', 'toString', { options: drinks }), 'toString');
});

test('a value whose type does not match its kind is displayed as JSON', () => {
  assert.is(shown('number', '12'), '12');
  assert.is(shown('yes_no', 1), '1');
  assert.is(shown('multiple_choice', ['v0', 7], { options: drinks }), '["v0",7]');
  assert.is(shown('payment', { amount: '12' }), '{"amount":"12"}');
});

test.run();
