import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readNumber } from '../../../../domain/submission/reading/number.ts';
import { forControl } from '../../../../domain/submission/reading/written-number.ts';
import { assertGrowsWithSize } from '../../../support/growth.ts';

const test = suite('numbers that people write');

/** What a text is read as: a number, the readings to choose from, or the code of its fault. */
function reading(text: string, language?: string): number | string {
  const read = readNumber(text, { language });
  if (read.ok) return read.value;
  const { faults, choices } = read.error;
  assert.is(faults.length, 1, text);
  return choices.length > 0 ? choices.join(' or ') : (faults[0]?.code ?? '');
}

/** For each text, its reading without a language. */
const cases: Readonly<Record<string, number | string>> = {
  '5': 5,
  ' 5 ': 5,
  '\t5\n': 5,
  '+5': 5,
  '-5': -5,
  '- 5': -5,
  '−5': -5,
  '–5': -5,
  '‑5': -5,
  '－5': -5,
  '\u200e-5': -5,
  '\u061c-5': -5,
  '-0': 0,
  '007': 7,
  '.5': 0.5,
  ',5': 0.5,
  '-.5': -0.5,
  '5.': 5,
  '5,': 5,
  '1.5': 1.5,
  '1,5': 1.5,
  '0,125': 0.125,
  '0.125': 0.125,
  '1.50': 1.5,
  '1234': 1234,
  '1234,567': 1234.567,
  '1234.5678': 1234.5678,
  '1,2345': 1.2345,
  // Either sign may divide thousands or decimals.
  '1,234': '1234 or 1.234',
  '1.234': '1234 or 1.234',
  '-1,234': '-1234 or -1.234',
  '12,000': '12000 or 12',
  '999.999': '999999 or 999.999',
  '1,234e2': '123400 or 123.4',
  // Two signs, or a sign twice, leave one reading.
  '1,234.56': 1234.56,
  '1.234,56': 1234.56,
  '1,234.567': 1234.567,
  '1.234,567': 1234.567,
  '1,234,567': 1234567,
  '1.234.567': 1234567,
  '1.234.567,8': 1234567.8,
  '1,23,456': 123456,
  '12,34,567.8': 1234567.8,
  '1 234': 1234,
  '1\u00a0234,5': 1234.5,
  '1\u202f234': 1234,
  '1\u2009234.5': 1234.5,
  "1'234": 1234,
  '1’234.50': 1234.5,
  '١٢٣٤': 1234,
  '١٬٢٣٤٫٥': 1234.5,
  '۱٬۲۳۴': 1234,
  '१,२३,४५६': 123456,
  '１２３４': 1234,
  '１，２３４．５': 1234.5,
  '𝟏𝟐': 12,
  '1e3': 1000,
  '1.5E-3': 0.0015,
  '1e+3': 1000,
  // No number can be kept of these as it is written.
  '9007199254740991': 9007199254740991,
  '-9007199254740991': -9007199254740991,
  '9007199254740992': 'out_of_range',
  '9007199254740993': 'out_of_range',
  '12345678901234567890': 'out_of_range',
  '12 345 678 901 234 567 890': 'out_of_range',
  '1e21': 'out_of_range',
  '1e999': 'out_of_range',
  '0.1234567890123456789': 'out_of_range',
  '0.12345678901234566': 0.12345678901234566,
  '100000000000000.02': 100000000000000.02,
  '1234567890123456.7': 'out_of_range',
  '1E-400': 'out_of_range',
  '1e-99999999999999999999': 'out_of_range',
  '5e-324': 5e-324,
  '0e99999999999999999999': 0,
  // These are no numbers.
  '': 'invalid_type',
  '-': 'invalid_type',
  '.': 'invalid_type',
  '--5': 'invalid_type',
  '5-': 'invalid_type',
  '+-5': 'invalid_type',
  '(5)': 'invalid_type',
  '5%': 'invalid_type',
  '5 kg': 'invalid_type',
  '€5': 'invalid_type',
  '5 €': 'invalid_type',
  'EUR 5': 'invalid_type',
  '1 2': 'invalid_type',
  '12 34': 'invalid_type',
  '1.23.456': 'invalid_type',
  '1 23 456': 'invalid_type',
  '1.2.3': 'invalid_type',
  '1,2,3': 'invalid_type',
  '1,234,56': 'invalid_type',
  '1.234 567': 'invalid_type',
  "1,234'567": 'invalid_type',
  '1,234.567.890': 'invalid_type',
  '1__000': 'invalid_type',
  '1_000': 'invalid_type',
  '0x1F': 'invalid_type',
  '0b11': 'invalid_type',
  '1e': 'invalid_type',
  e3: 'invalid_type',
  Infinity: 'invalid_type',
  NaN: 'invalid_type',
  null: 'invalid_type',
  true: 'invalid_type',
  '½': 'invalid_type',
  '1²': 'invalid_type',
  five: 'invalid_type',
  '3/4': 'invalid_type',
  '10:30': 'invalid_type',
  '2026-01-31': 'invalid_type',
};

for (const [text, expected] of Object.entries(cases))
  test(`${JSON.stringify(text)} is ${expected}`, () => {
    assert.is(reading(text), expected);
  });

test('the language of the form decides where both readings are possible', () => {
  const expected: Readonly<Record<string, readonly [comma: number | string, point: number | string]>> = {
    en: [1234, 1.234],
    'en-IN': [1234, 1.234],
    ja: [1234, 1.234],
    de: [1.234, 1234],
    es: [1.234, 1234],
    'pt-BR': [1.234, 1234],
    id: [1.234, 1234],
    // These divide thousands by blanks or apostrophes: the other sign stays open.
    fr: [1.234, '1234 or 1.234'],
    pl: [1.234, '1234 or 1.234'],
    'de-CH': ['1234 or 1.234', 1.234],
    fa: ['1234 or 1.234', '1234 or 1.234'],
  };
  for (const [language, [comma, point]] of Object.entries(expected)) {
    assert.is(reading('1,234', language), comma, language);
    assert.is(reading('1.234', language), point, language);
    assert.is(reading('1,5', language), 1.5, language);
    assert.is(reading('1.5', language), 1.5, language);
    assert.is(reading('1,234.5', language), 1234.5, language);
  }
});

test('one of two readings is chosen; a choice that does not match the text is ignored', () => {
  assert.equal(readNumber('1,234', { meant: '1234' }), { ok: true, value: 1234 });
  assert.equal(readNumber('1,234', { meant: '1.234' }), { ok: true, value: 1.234 });
  assert.is(readNumber('1,234', { meant: '5' }).ok, false);
  assert.equal(readNumber('5', { meant: '1234' }), { ok: true, value: 5 });
});

test('the message says how to write the number', () => {
  const message = (text: string): string => {
    const read = readNumber(text);
    return read.ok ? '' : (read.error.faults[0]?.message ?? '');
  };
  for (const text of ['1.2.3', '1,234,', '1..2']) assert.is(message(text), 'Must be a number.');
  for (const text of ['5-', '1.234,5 -']) assert.match(message(text), 'with a minus sign, such as -5');
  assert.is(message('5 %'), 'Must be a number alone, without a unit or a sign such as % or €.');
  assert.is(message('5 kg'), 'Must be a number alone, without a unit or a sign such as % or €.');
  assert.is(message('(5)'), 'Must be a number. Write one below zero with a minus sign, such as -5.');
  assert.is(message('five'), 'Must be a number.');
  assert.is(message('1,234'), 'Can be read in two ways. Is it 1234 or 1.234?');
  assert.is(
    message('9007199254740993'),
    'Is too large to be kept exactly: whole numbers go up to 9007199254740991.',
  );
  assert.is(message('1e-400'), 'Is too close to zero to be kept exactly.');
});

const languages =
  'en de fr es it pt-BR pl ru sv fi da cs hu tr ja zh ko hi bn mr ne ar-EG ar-MA fa ur he my th de-CH de-AT fr-CH en-IN en-ZA es-MX bg hr lt';

test('law: a number as a language writes it is read back, or is among the readings', () => {
  const values = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, decimals]) => Number(`${digits}e-${decimals}`)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...languages.split(' ')), values, (language, value) => {
      const text = new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value);
      for (const known of [language, undefined]) {
        const read = readNumber(text, { language: known });
        const readings = read.ok ? [read.value] : read.error.choices.map(Number);
        assert.ok(readings.includes(value), `${language}: ${value} as ${text}: ${JSON.stringify(read)}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('law: the initial number of a control is read back, in every language and without one', () => {
  assert.is(forControl('1.234'), '1.2340');
  assert.is(forControl('1.5'), '1.5');
  assert.is(forControl('1.234', 'de'), '1,234');
  const numbers = fc.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, ...languages.split(' ')),
      numbers,
      (language, [digits, places]) => {
        const value = Number(`${digits}e-${places}`);
        const plain = value.toFixed(places);
        assert.equal(readNumber(forControl(plain, language), { language }), {
          ok: true,
          value: Number(plain) + 0,
        });
      },
    ),
  );
});

test('law: a number as JavaScript writes it is read exactly, or refused', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const read = readNumber(String(value), { language: 'en' });
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) assert.not(read.ok);
      else assert.equal(read, { ok: true, value: value + 0 });
    }),
  );
});

test('a language with unknown separators is treated as none', () => {
  for (const language of ['tlh', 'xx', 'qaa'])
    assert.equal(readNumber('1,234', { language }), readNumber('1,234'), language);
  assert.is(forControl('1.234', 'tlh'), '1.2340');
});

test('a long text is refused at once', async () => {
  const longTexts = (size: number) => [
    '1'.repeat(size),
    '1,'.repeat(size / 2),
    `${'1'.repeat(size / 100)}x`,
    `(${'1'.repeat(size / 100)}`,
  ];
  await assertGrowsWithSize((size) => {
    for (const text of longTexts(size)) assert.is(reading(text), 'invalid_type');
  }, 100_000);
});

test.run();
