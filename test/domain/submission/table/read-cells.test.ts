import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldInput } from '../../../../domain/form/field.ts';
import type { CellReading } from '../../../../domain/submission/table/cell-reading.ts';
import { answerReader } from '../../../../domain/submission/table/read-cells.ts';
import { dateOrderOf } from '../../../../domain/submission/table/read-dates.ts';
import { fieldsOf } from '../../../support/fields.ts';

const test = suite('reading cells');

const options = [
  { value: 'v1', label: 'Tea' },
  { value: 'v2', label: 'Coffee, black' },
  { value: 'v3', label: 'A; B' },
];
const rows = [{ value: 'mo', label: 'Monday' }];

function read(
  input: Partial<FieldInput> & Pick<FieldInput, 'kind'>,
  cells: string | Readonly<Record<string, string>>,
  reading: Partial<CellReading> = {},
): unknown {
  const [field] = fieldsOf({ label: 'Question', ...input });
  if (!field) throw new Error('no field');
  const reader = answerReader(field, {
    exactNumbers: false,
    dateOrder: null,
    timeZone: 'UTC',
    ...reading,
  });
  const parts = typeof cells === 'string' ? [[null, cells] as const] : Object.entries(cells);
  const value = reader(new Map<string | null, string>(parts));
  return value.ok ? value.value : value.error.map(({ code, at = '' }) => `${at} ${code}`.trim());
}

test('yes and no in the words of spreadsheets and of several languages', () => {
  for (const word of ['yes', 'TRUE', '1', 'ja', 'Oui', 'sí', 'x', 'はい', '✔️', '☑', 'ＹＥＳ'])
    assert.is(read({ kind: 'yes_no' }, word), true);
  for (const word of ['no', 'FALSE', '0', 'nein', 'NON', 'いいえ', '☐', 'HAYIR'])
    assert.is(read({ kind: 'consent' }, word), false);
  for (const word of ['perhaps', '-', 'o'])
    assert.equal(read({ kind: 'yes_no' }, word), ['invalid_type'], word);
});

test('options by label or by value, in any case', () => {
  for (const cell of ['Tea', 'v1', ' tea ', 'TEA'])
    assert.is(read({ kind: 'single_choice', options }, cell), 'v1');
  assert.is(read({ kind: 'dropdown', options }, 'A; B'), 'v3');
  assert.equal(read({ kind: 'dropdown', options }, 'Milk'), ['invalid_option']);
});

test('several options in a cell, separated by semicolons, commas or line breaks', () => {
  const many = { kind: 'multiple_choice', options } as const;
  for (const cell of ['Tea; v3', 'Tea;"A; B"', 'v1,v3', 'Tea\nA; B', '["v1","v3"]'])
    assert.equal(read(many, cell), ['v1', 'v3'], cell);
  assert.equal(read(many, 'Tea; "Coffee, black"'), ['v1', 'v2']);
  assert.equal(read(many, 'A; B'), ['v3'], 'a single option');
  assert.equal(read(many, 'Tea, Milk'), ['invalid_option']);
});

test('options that contain the separator, as survey tools write them without quotation marks', () => {
  const many = { kind: 'multiple_choice', options } as const;
  assert.equal(read(many, 'Tea, Coffee, black'), ['v1', 'v2']);
  assert.equal(read(many, 'Coffee, black'), ['v2']);
  assert.equal(read(many, 'A; B; Tea'), ['v3', 'v1']);
  assert.equal(read(many, 'Tea, Coffee, white'), ['invalid_option']);
  const both = [...options, { value: 'v4', label: 'Coffee' }, { value: 'v5', label: 'black' }];
  const twofold = { kind: 'multiple_choice', options: both } as const;
  for (const cell of ['Coffee, black', 'Tea, Coffee, black'])
    assert.equal(read(twofold, cell), ['ambiguous_value'], cell);
  assert.equal(read(twofold, 'Tea; "Coffee, black"'), ['v1', 'v2']);
  assert.equal(read(twofold, '"Coffee, black"'), ['v2']);
  assert.equal(read(twofold, 'Coffee; black'), ['v4', 'v5']);
  const commas = `${'Tea,'.repeat(20_000)}Tea`;
  assert.is((read({ kind: 'ranking', options }, commas) as unknown[]).length, 20_001);
});

test('an ambiguous option is the one with that value', () => {
  const twice = [
    { value: 'a', label: 'b' },
    { value: 'b', label: 'c' },
  ];
  assert.is(read({ kind: 'dropdown', options: twice }, 'b'), 'b');
});

test('a column for each option', () => {
  const many = { kind: 'multiple_choice', options } as const;
  assert.equal(read(many, { v1: '1', v2: '0', v3: 'A; B' }), ['v1', 'v3']);
  assert.equal(read(many, { v1: '0', v2: '0', v3: '0' }), []);
  assert.equal(read(many, { v1: '', v2: '', v3: '' }), null);
  assert.equal(read({ kind: 'ranking', options }, { v1: '2', v2: '', v3: '1' }), ['v3', 'v1']);
  assert.equal(read({ kind: 'ranking', options }, { v1: '1', v3: '1' }), ['invalid_format']);
  assert.equal(read({ kind: 'ranking', options }, { v1: '1', v3: '3' }), ['invalid_format']);
  const ranking = { kind: 'ranking', options } as const;
  assert.equal(read(ranking, { v1: '２', v2: ' 1 ' }), ['v2', 'v1']);
  for (const place of ['0x1', '1.5', '0', 'first'])
    assert.equal(read(ranking, { v1: place }), ['invalid_format'], place);
});

test('numbers by the language of the file', () => {
  assert.is(read({ kind: 'number' }, '1.234', { language: 'de' }), 1234);
  assert.is(read({ kind: 'number' }, '1.234', { language: 'en' }), 1.234);
  assert.is(read({ kind: 'number' }, '1.234', { exactNumbers: true }), 1.234);
  assert.is(read({ kind: 'number' }, '-1e-7', { exactNumbers: true }), -1e-7);
  // Never rounded, also in a table of this service that somebody has edited.
  for (const cell of ['12345678901234567890', '0.1234567890123456789', '1e-400'])
    assert.equal(read({ kind: 'number' }, cell, { exactNumbers: true }), ['out_of_range'], cell);
  assert.equal(read({ kind: 'number' }, '1.234'), ['ambiguous_value']);
  assert.is(read({ kind: 'number' }, '1,5'), 1.5);
});

test('money in one cell and in two', () => {
  const payment = { kind: 'payment' } as const;
  const paid = { amount: 1250, currency: 'EUR' };
  for (const cell of [
    '12.50 EUR',
    'EUR 12.50',
    '12.5 eur',
    '12.50 €',
    '€12.50',
    '１２.５０ ＥＵＲ',
    '{"amount":1250,"currency":"EUR"}',
  ])
    assert.equal(read(payment, cell), paid, cell);
  assert.equal(read(payment, { amount: '12.50', currency: 'EUR' }), paid);
  assert.equal(read(payment, { amount: '12.50', currency: '€' }), paid);
  const inEuros = { kind: 'payment', validation: { currency: 'EUR' } } as const;
  assert.equal(read(inEuros, { amount: '12.50' }), paid, 'the currency of the question');
  assert.equal(read(inEuros, { amount: '12.50', currency: '' }), paid);
  assert.equal(read(inEuros, { amount: '12', currency: 'JPY' }), { amount: 12, currency: 'JPY' });
  for (const sign of ['$', '¥', '£']) assert.equal(read(payment, `${sign} 12`), ['invalid_format'], sign);
  assert.equal(read(payment, { amount: '', currency: 'EUR' }), ['required']);
  assert.equal(read(payment, 'EUR 12 USD'), ['invalid_format']);
  // Edited in a German spreadsheet, where a comma separates the decimals.
  const edited = { exactNumbers: true, language: 'de' };
  assert.equal(read(payment, { amount: '1,234', currency: 'KWD' }, edited), {
    amount: 1234,
    currency: 'KWD',
  });
  assert.equal(read(payment, { amount: '1.234', currency: 'KWD' }, edited), {
    amount: 1234,
    currency: 'KWD',
  });
});

test('JSON in a cell is read exactly, or refused for inexact numbers and repeated members', () => {
  for (const amount of ['12345678901234567890', '0.1234567890123456789', '1e-400', '9007199254740993']) {
    const cell = `{"amount": ${amount}, "currency": "EUR"}`;
    assert.equal(read({ kind: 'payment' }, cell), ['/amount out_of_range'], cell);
    assert.equal(read({ kind: 'multiple_choice', options }, `["v1", ${amount}]`), ['/1 out_of_range']);
    assert.equal(read({ kind: 'full_name' }, `{"first_name": ${amount}}`), ['/first_name out_of_range']);
    assert.equal(read({ kind: 'matrix', options, rows }, `{"mo": [${amount}]}`), ['/mo/0 out_of_range']);
  }
  const twice = '{"amount": 1, "currency": "EUR", "amount": 2}';
  assert.equal(read({ kind: 'payment' }, twice), ['/amount ambiguous_field']);
  assert.equal(read({ kind: 'payment' }, '{"amount": 1250.0, "currency": "EUR"}'), {
    amount: 1250,
    currency: 'EUR',
  });
  // A text may look like a number that cannot be kept.
  assert.equal(read({ kind: 'full_name' }, '{"first_name": "12345678901234567890"}'), {
    first_name: '12345678901234567890',
  });
});

test('dates, with day and month in the order of the column', () => {
  const date = { kind: 'date' } as const;
  for (const cell of [
    '2026-11-23',
    '23.11.2026',
    '11/23/2026',
    '23/11/2026',
    '23 Nov 2026',
    'November 23, 2026',
    'Nov 23rd, 2026',
    '23-Nov-2026',
    '23. nov. 2026',
    '23 novembre 2026',
    '23 de noviembre de 2026',
    '2026年11月23日',
    '23. 11. 2026',
    '２０２６/１１/２３',
    '٢٠٢٦-١١-٢٣',
    '11/23/2026 12:00:00 AM',
    '2026-11-23 00:00:00',
  ])
    assert.is(read(date, cell), '2026-11-23', cell);
  assert.is(read(date, '5. März 2026'), '2026-03-05');
  assert.is(read(date, '1er août 2026'), '2026-08-01');
  // Words that only begin like a month: the Finnish November, and none.
  for (const cell of ['27 marraskuu 2026', 'janitor 3 2026', '23 !Nov 2026'])
    assert.equal(read(date, cell), ['invalid_format'], cell);
  assert.equal(read(date, '03/04/2026'), ['ambiguous_value']);
  assert.is(read(date, '03/04/2026', { dateOrder: 'dmy' }), '2026-04-03');
  assert.is(read(date, '03/04/2026', { dateOrder: 'mdy' }), '2026-03-04');
  assert.is(dateOrderOf(['03/04/2026', '23/04/2026']), 'dmy');
  assert.is(dateOrderOf(['04/23/2026, 9:00:00 AM']), 'mdy');
  assert.is(dateOrderOf(['03/04/2026', '04/23/2026']), 'mdy');
  assert.is(dateOrderOf(['23/04/2026', '04/23/2026']), null, 'a column of both orders');
  assert.is(dateOrderOf(['03/04/2026']), null);
});

test('times, and moments with and without a zone', () => {
  assert.is(read({ kind: 'time' }, '9:05'), '09:05');
  assert.is(read({ kind: 'time' }, '2:05 PM'), '14:05');
  assert.is(read({ kind: 'time' }, '14:05:00'), '14:05');
  for (const cell of ['2:05\u202fPM', '2:05 p. m.', '14h05', '14.05', '14:05 Uhr'])
    assert.is(read({ kind: 'time' }, cell), '14:05', cell);
  assert.is(read({ kind: 'time' }, '12:05 am'), '00:05');
  // A dial has twelve hours.
  for (const cell of ['13:00 AM', '25:00 pm', '0:30 PM'])
    assert.equal(read({ kind: 'time' }, cell), ['invalid_format'], cell);
  const moment = { kind: 'datetime' } as const;
  assert.is(read(moment, '2026-11-23T14:05:00+02:00'), '2026-11-23T14:05:00+02:00');
  assert.is(read(moment, '2026-11-23 14:05'), '2026-11-23T14:05:00Z');
  assert.is(read(moment, '23.11.2026 14:05'), '2026-11-23T14:05:00Z');
  assert.is(read(moment, '11/23/2026 2:05 PM'), '2026-11-23T14:05:00Z');
  assert.is(read(moment, '2026-11-23T14:05+02:00'), '2026-11-23T14:05:00+02:00');
  assert.is(read(moment, '2026-11-23 14:05 UTC'), '2026-11-23T14:05:00Z');
  assert.is(read(moment, '11/23/2026, 2:05:00\u202fPM'), '2026-11-23T14:05:00Z');
  assert.is(read(moment, '2026-11-23 14:05:00+01'), '2026-11-23T14:05:00+01:00');
  assert.is(read(moment, '2026/11/23 2:05:00 PM GMT+0100'), '2026-11-23T14:05:00+01:00');
  assert.equal(read(moment, '11/23/2026 13:05 AM'), ['invalid_format']);
  assert.is(read(moment, '2026/11/23 2:05:00 pm GMT-5'), '2026-11-23T14:05:00-05:00');
  assert.is(read(moment, '2026-11-23 14:05 +5:30'), '2026-11-23T14:05:00+05:30');
  assert.is(read(moment, '2026-11-23 14:05', { timeZone: 'Europe/Berlin' }), '2026-11-23T14:05:00+01:00');
  assert.equal(read(moment, '2026-10-25 02:30', { timeZone: 'Europe/Berlin' }), ['ambiguous_value']);
});

test('parts of names and rows of matrices', () => {
  assert.equal(read({ kind: 'full_name' }, { first_name: 'Ada', last_name: '' }), { first_name: 'Ada' });
  assert.equal(read({ kind: 'matrix', options, rows }, { mo: 'Tea' }), { mo: 'v1' });
  const several = { kind: 'matrix', options, rows, validation: { max_selections: 2 } } as const;
  assert.equal(read(several, { mo: 'Tea; v3' }), { mo: ['v1', 'v3'] });
  assert.equal(read(several, { mo: 'Milk' }), ['/mo invalid_option']);
  assert.equal(read({ kind: 'full_name' }, 'Ada Lovelace'), ['invalid_type']);
});

test('a blank cell counts as no answer', () => {
  assert.is(read({ kind: 'short_text' }, '  '), null);
  assert.is(read({ kind: 'full_name' }, { first_name: '' }), null);
});

test.run();
