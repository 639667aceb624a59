import { at, submissionId } from '../examples.ts';

export const payment = { id: 'pay_1', provider: 'stripe', amount: 1250, currency: 'EUR', field_key: 'fee' };

export const stripe = {
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
