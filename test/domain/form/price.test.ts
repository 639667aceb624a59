import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import { fieldKinds, type FieldValidation } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import { currencyOf, priceOf } from '../../../domain/form/price.ts';
import { briefly, optionsOf } from '../../support/fields.ts';

const test = suite('prices');
const options = optionsOf('a', 'b');

function problemsOf(kind: (typeof fieldKinds)[number], validation: FieldValidation): string[] {
  const { options: hasOptions, rows: hasRows } = kindRules[kind];
  const choices = { ...(hasOptions && { options }), ...(hasRows && { rows: options }) };
  const result = defineFields([{ label: 'Fee', kind, validation, ...choices }], [], () => 'q');
  return result.ok ? [] : briefly(result.error);
}

test('only a payment has a currency, one of ISO 4217', () => {
  for (const kind of fieldKinds) {
    const refused = ['/fields/0/validation/currency unknown_field'];
    assert.equal(problemsOf(kind, { currency: 'EUR' }), kind === 'payment' ? [] : refused, kind);
  }
  for (const currency of ['eur', 'XYZ', ''])
    assert.equal(problemsOf('payment', { currency }), ['/fields/0/validation/currency invalid_format']);
});

test('a price is an amount that is both limits, of a currency', () => {
  const asked = (validation: FieldValidation) => ({ kind: 'payment', validation }) as const;
  assert.equal(priceOf(asked({ currency: 'EUR', min: 5, max: 5 })), { amount: 5, currency: 'EUR' });
  for (const validation of [{ currency: 'EUR' }, { currency: 'EUR', min: 5, max: 6 }, { min: 5, max: 5 }])
    assert.is(priceOf(asked(validation)), null);
  assert.is(priceOf({ kind: 'number', validation: { min: 5, max: 5 } }), null);
  assert.equal([currencyOf(asked({ currency: 'EUR' })), currencyOf(asked({}))], ['EUR', null]);
});

test.run();
