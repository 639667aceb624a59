const submissionId = '7nWq2HpX5jRf8gTz3LdE';
const at = '2026-01-31T12:00:00.000Z';
export const payment = { id: 'pay_1', provider: 'stripe', amount: 1250, currency: 'EUR', field_key: 'fee' };
const stripe = {
  provider: 'stripe',
  url: 'https://forms.example/hooks/stripe/acme',
  configured_at: at,
  unmatched_events: [
    {
      event_id: 'evt_1',
      event_type: 'payment_intent.succeeded',
      reason: 'unknown_submission',
      submission_id: submissionId,
      payment_id: 'pi_1',
      received_at: at,
    },
  ],
};

/** Examples of requests and answers about payments, by operation. */
export const paymentExamples = {
  completePayment: {
    body: { ...payment, paid_at: at },
    answers: [{ ...payment, status: 'succeeded', paid_at: at }],
  },
  // A payment pays one submission.
  completeOwnPayment: {
    body: { ...payment, id: 'pay_2', paid_at: at },
    answers: [{ ...payment, id: 'pay_2', status: 'succeeded', paid_at: at }],
  },
  readStripe: { answers: [stripe] },
  setStripeSecret: {
    body: { signing_secret: 'whsec_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6' },
    answers: [{ ...stripe, unmatched_events: [] }],
  },
  reencryptStripeSecret: { answers: [{ changed: true }] },
};
