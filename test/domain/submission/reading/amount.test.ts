import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asDecimal, decimalsOf, isCurrency, moneyText } from '../../../../domain/submission/currencies.ts';
import { readAmount } from '../../../../domain/submission/reading/number.ts';

const test = suite('amounts of money');

/** An amount in the minor unit, the readings to choose from, or the sentence of the fault. */
function reading(text: string, currency: string, language?: string): number | string {
  const read = readAmount(text, currency, { language });
  if (read.ok) return read.value;
  const { faults, choices } = read.error;
  return choices.length > 0 ? choices.join(' or ') : faults.map(({ message }) => message).join(' ');
}

test('currencies have the decimals of ISO 4217', () => {
  const expected = {
    EUR: 2,
    USD: 2,
    HUF: 2,
    MGA: 2,
    MRU: 2,
    IRR: 2,
    LBP: 2,
    ZWG: 2,
    XCG: 2,
    SLE: 2,
    VED: 2,
    XOF: 0,
    JPY: 0,
    KRW: 0,
    CLP: 0,
    ISK: 0,
    UGX: 0,
    UYI: 0,
    VND: 0,
    BHD: 3,
    IQD: 3,
    KWD: 3,
    TND: 3,
    CLF: 4,
    UYW: 4,
  };
  for (const [code, decimals] of Object.entries(expected)) {
    assert.is(decimalsOf(code), decimals, code);
    assert.ok(isCurrency(code), code);
  }
});

test('a text that is not the code of a payable currency is refused', () => {
  for (const code of [
    'ZZZ',
    'XYZ',
    'XXX',
    'XTS',
    'XAU',
    'XDR',
    'eur',
    'EU',
    'EURO',
    '€',
    '',
    'BTC',
    'HRK',
    'BGN',
  ])
    assert.not(isCurrency(code), code);
  assert.not(isCurrency(978));
  // Answers given before a code was withdrawn are still shown.
  assert.is(decimalsOf('HRK'), 2);
  assert.is(decimalsOf('ZZZ'), null);
});

test('an amount is read in the minor unit of its currency', () => {
  const cases: readonly (readonly [text: string, currency: string, amount: number | string])[] = [
    ['10', 'HUF', 1000],
    ['10', 'IQD', 10_000],
    ['12.50', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    ['1 234,50', 'EUR', 123_450],
    ['1.234,50', 'EUR', 123_450],
    ["1'234.50", 'CHF', 123_450],
    ['١٢٫٥', 'EGP', 1250],
    ['0.07', 'USD', 7],
    ['1000', 'JPY', 1000],
    ['12.00', 'JPY', 12],
    ['1.1', 'CLF', 11_000],
    ['90071992547409.91', 'EUR', 9_007_199_254_740_991],
    ['12.505', 'EUR', '12505.00'],
    ['0.125', 'EUR', 'EUR has at most 2 decimals.'],
    ['12.5', 'JPY', 'JPY has no decimals.'],
    ['1,234', 'KWD', '1234.000 or 1.234'],
    ['1,234', 'JPY', '1234'],
    ['90071992547409.92', 'EUR', 'Is too large to be kept exactly: whole numbers go up to 9007199254740991.'],
    ['12 €', 'EUR', 'Must be a number alone, without a unit or a sign such as % or €.'],
    ['12', 'ZZZ', 'Must be a currency code of ISO 4217, such as EUR.'],
  ];
  for (const [text, currency, amount] of cases)
    assert.is(reading(text, currency), amount, `${text} ${currency}`);
});

test('the language of the form decides, and excess decimals are never rounded', () => {
  assert.is(reading('1.234', 'EUR', 'de'), 123_400);
  assert.is(reading('1,234', 'EUR', 'en'), 123_400);
  assert.is(reading('1,234', 'EUR', 'de'), 'EUR has at most 2 decimals.');
  assert.is(reading('1,234', 'TND', 'fr'), 1234);
});

test('decimals beyond those of the currency are ambiguous, although the language has them', () => {
  assert.is(reading('1.000', 'EUR', 'en'), '1000.00 or 1.00');
  assert.is(reading('1,000', 'EUR', 'de'), '1000.00 or 1.00');
  assert.is(reading('2.500', 'USD', 'en'), '2500.00 or 2.50');
  assert.is(reading('1,000', 'JPY', 'fr'), '1000 or 1');
  assert.is(reading('1.000', 'EUR', 'de'), 100_000);
  assert.is(reading('1,000', 'JPY', 'en'), 1000);
  assert.is(reading('1.000', 'KWD', 'en'), 1000);
  assert.is(reading('0.500', 'EUR', 'en'), 50);
});

test('an amount is written with all decimals of its currency', () => {
  assert.is(asDecimal(1250, 'EUR'), '12.50');
  assert.is(asDecimal(7, 'EUR'), '0.07');
  assert.is(asDecimal(-7, 'EUR'), '-0.07');
  assert.is(asDecimal(0, 'KWD'), '0.000');
  assert.is(asDecimal(1250, 'JPY'), '1250');
  assert.is(moneyText(1000, 'HUF'), '10.00 HUF');
  // Earlier releases took any letters.
  assert.is(moneyText(1250, 'ZZZ'), '12.50 ZZZ');
  assert.is(asDecimal(9_007_199_254_740_991, 'CLF'), '900719925474.0991');
});

test('a written amount is read back', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (amount, currency) => {
      const read = readAmount(asDecimal(amount, currency), currency, { language: 'en' });
      assert.equal(read, { ok: true, value: amount });
    }),
  );
});

test.run();
