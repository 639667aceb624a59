import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AskedQuestion } from '../../../domain/form/definition.ts';
import type { ConfirmedPayment, Payment, PaymentRefusalReason } from '../../../domain/submission/events.ts';
import { judgePayment, type Payable } from '../../../domain/submission/judge-payment.ts';

const test = suite('submission: judging a payment');
const at = '2026-03-01T12:00:00.000Z';

const question = (key: string, kind: AskedQuestion['kind'] = 'payment'): AskedQuestion => ({
  fieldId: `id-${key}`,
  key,
  label: key,
  kind,
});
const questions = [question('name', 'short_text'), question('fee'), question('tip')];
const due = { amount: 1250, currency: 'EUR' };

const confirmed: ConfirmedPayment = {
  id: 'p1',
  provider: 'bank',
  ...due,
  paidAt: null,
  field: 'fee',
};
const submitted = (
  answers: readonly unknown[],
  payment: Payment | null = null,
  isComplete = true,
): Payable => ({
  present: { answers: [...answers], isComplete },
  payment,
});
const unpaid = submitted(['Ada', due, null]);
const recorded: Payment = {
  id: 'p1',
  provider: 'bank',
  ...due,
  paidAt: at,
  fieldKey: 'fee',
  fieldId: 'id-fee',
};
const paid = submitted(['Ada', due, null], recorded);

test('accepts the answer of the field that it names by key or id', () => {
  const field = { fieldId: 'id-fee', key: 'fee' };
  for (const name of ['fee', 'id-fee'])
    assert.equal(judgePayment({ ...confirmed, field: name }, unpaid, questions), { verdict: 'fits', field });
});

test('without a name, accepts the only payment field with an answer', () => {
  const unnamed = { ...confirmed, field: null };
  assert.is(judgePayment(unnamed, unpaid, questions).verdict, 'fits');
  assert.is(judgePayment(unnamed, submitted(['Ada', null, due]), questions).verdict, 'fits');
});

const answered = { fieldId: 'id-fee', fieldKey: 'fee', ...due, paidAt: null };
const refusals: readonly [
  reason: PaymentRefusalReason,
  change: Partial<ConfirmedPayment>,
  submission: Payable,
  expected?: object,
][] = [
  ['incomplete', {}, submitted(['Ada', due, null], null, false)],
  ['unknown_field', { field: 'name' }, unpaid],
  ['unknown_field', { field: 'nonsense' }, unpaid],
  ['ambiguous_field', { field: null }, submitted(['Ada', due, due])],
  ['not_answered', {}, submitted(['Ada', null, due])],
  ['not_answered', { field: null }, submitted(['Ada', null, null])],
  ['not_answered', {}, submitted(['Ada', { currency: 'EUR' }, null])],
  ['different_amount', { amount: 1 }, unpaid, answered],
  ['different_amount', { amount: 125_000 }, unpaid, answered],
  ['different_currency', { currency: 'JPY' }, unpaid, answered],
  ['different_currency', { currency: 'USD', amount: 1 }, unpaid, answered],
  ['already_paid', { id: 'p2' }, paid],
  ['already_paid', { provider: 'stripe' }, paid],
  ['contradiction', { amount: 1 }, paid, recorded],
  ['contradiction', { currency: 'USD' }, paid, recorded],
  ['contradiction', { field: 'tip' }, paid, recorded],
  ['contradiction', { paidAt: '2026-03-02T12:00:00.000Z' }, paid, recorded],
];
for (const [reason, change, submission, expected] of refusals)
  test(`refuses ${JSON.stringify(change)}: ${reason}`, () => {
    const verdict = judgePayment({ ...confirmed, ...change }, submission, questions);
    if (verdict.verdict !== 'refused') throw new Error(verdict.verdict);
    assert.is(verdict.reason, reason);
    const { fieldId, fieldKey, amount, currency, paidAt } = { ...recorded, ...expected };
    assert.equal(verdict.expected, expected ? { fieldId, fieldKey, amount, currency, paidAt } : null);
  });

test('refuses a payment of a form without a payment field', () => {
  const verdict = judgePayment(confirmed, submitted(['Ada']), [question('fee', 'short_text')]);
  assert.equal(verdict, { verdict: 'refused', reason: 'no_payment_field', expected: null });
});

test('a repeated confirmation may omit optional members', () => {
  for (const change of [{}, { paidAt: at }, { field: null }, { field: 'id-fee' }, { provider: 'BANK' }])
    assert.equal(judgePayment({ ...confirmed, ...change }, paid, questions), {
      verdict: 'paid',
      payment: recorded,
    });
});

test('a payment that an earlier release recorded has no field id', () => {
  const { fieldId: _, ...earlier } = recorded;
  const before = submitted(['Ada', due, null], earlier);
  assert.is(judgePayment(confirmed, before, questions).verdict, 'paid');
  const contradicting = judgePayment({ ...confirmed, amount: 1 }, before, questions);
  assert.equal(contradicting, {
    verdict: 'refused',
    reason: 'contradiction',
    expected: { fieldKey: 'fee', ...due, paidAt: at },
  });
});

test.run();
