import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fromStripeAmount } from '../../../../api/payments/stripe/amounts.ts';
import { readStripeEvent } from '../../../../api/payments/stripe/events.ts';
import { stripeEvent } from './stripe-events.ts';

const test = suite('the events of Stripe');
const submissionId = '0OiB3xQ8bTz1LmN5vRwY';
const at = '2026-03-01T12:00:00.000Z';
const payment = {
  id: 'pi_3PtTestFormlog0001',
  provider: 'stripe',
  amount: 1250,
  currency: 'EUR',
  paidAt: null,
  field: 'fee',
};

test('a payment intent that succeeded is the payment of the submission in its metadata', () => {
  assert.equal(readStripeEvent(stripeEvent('payment-intent-succeeded', submissionId)), {
    provider: 'stripe',
    eventId: 'evt_3PtTestFormlog0001',
    eventType: 'payment_intent.succeeded',
    submissionId,
    paymentId: payment.id,
    payment,
    at,
  });
});

test('a paid session is the payment of its intent, for the submission in its reference or metadata', () => {
  const event = stripeEvent('checkout-session-completed', submissionId);
  assert.equal(readStripeEvent(event), {
    provider: 'stripe',
    eventId: 'evt_1PtTestFormlog0002',
    eventType: 'checkout.session.completed',
    submissionId,
    paymentId: payment.id,
    payment: { ...payment, field: null },
    at,
  });
  const other = 'Z'.repeat(20);
  const both = stripeEvent('checkout-session-completed', submissionId, {
    metadata: { submission_id: other, field_key: 'tip' },
  });
  assert.equal([readStripeEvent(both)?.submissionId, readStripeEvent(both)?.payment?.field], [other, 'tip']);
  const alone = stripeEvent('checkout-session-completed', submissionId, { payment_intent: null });
  assert.is(readStripeEvent(alone)?.payment?.id, 'cs_test_a1TestFormlog0001');
});

test('a session that is paid later counts once it is paid', () => {
  const unpaid = stripeEvent('checkout-session-completed', submissionId, { payment_status: 'unpaid' });
  assert.is(readStripeEvent(unpaid), null);
  const free = stripeEvent('checkout-session-completed', submissionId, {
    payment_status: 'no_payment_required',
  });
  assert.is(readStripeEvent(free), null);
  const setup = stripeEvent('checkout-session-completed', submissionId, {
    payment_status: 'no_payment_required',
    amount_total: null,
    currency: null,
  });
  assert.is(readStripeEvent(setup), null, 'a session that sets up later payments');
  const type = 'checkout.session.async_payment_succeeded';
  const paid = stripeEvent('checkout-session-completed', submissionId, {}, { type });
  assert.is(readStripeEvent(paid)?.payment?.amount, 1250);
});

test('events that do not concern the service are ignored', () => {
  const intent = (change: object, envelope = {}) =>
    readStripeEvent(stripeEvent('payment-intent-succeeded', submissionId, { ...change }, envelope));
  assert.is(readStripeEvent(stripeEvent('charge-refunded', submissionId)), null);
  for (const type of ['payment_intent.created', 'toString', '__proto__'])
    assert.is(intent({}, { type }), null, type);
  for (const metadata of [{}, null, { order: '12' }]) assert.is(intent({ metadata }), null);
  const ofShop = stripeEvent('checkout-session-completed', submissionId, {
    client_reference_id: 'customer-12',
  });
  assert.is(readStripeEvent(ofShop), null);
  for (const value of [null, [], 'x', {}, { type: 'payment_intent.succeeded' }])
    assert.is(readStripeEvent(value), null);
});

test('an event that names a submission and cannot be read has no payment', () => {
  for (const change of [
    { amount_received: 12.5 },
    { amount_received: -1 },
    { amount_received: '1250' },
    { currency: 'euro' },
    { currency: null },
    { id: 'x'.repeat(300) },
    { metadata: { submission_id: submissionId, field_key: 'x'.repeat(101) } },
  ]) {
    const event = readStripeEvent(stripeEvent('payment-intent-succeeded', submissionId, change));
    assert.equal([event?.submissionId, event?.payment], [submissionId, null], JSON.stringify(change));
  }
  const nameless = stripeEvent('payment-intent-succeeded', 'ada@example.com');
  assert.is(readStripeEvent(nameless)?.submissionId, null);
});

test('amounts are converted where the unit of Stripe is not the minor unit of ISO 4217', () => {
  for (const [amount, currency, expected] of [
    [1250, 'EUR', 1250],
    [500, 'JPY', 500],
    [5_120, 'KWD', 5_120],
    [1_000, 'HUF', 1_000],
    [80_045, 'TWD', 80_045],
    [500, 'ISK', 5],
    [550, 'ISK', null],
    [500, 'UGX', 5],
    [5, 'UGX', null],
    [5, 'MGA', 500],
    [0, 'ISK', 0],
    [2 ** 53, 'EUR', null],
  ] as const)
    assert.is(fromStripeAmount(amount, currency), expected, `${amount} ${currency}`);
});

test.run();
