import Type from 'typebox';
import { UnmatchedReason } from '../../../domain/payment-provider/events.ts';
import { operations } from '../operation.ts';
import { named, namedClosed, Nullable, Timestamp } from '../values.ts';
import { stripe } from './payment-examples.ts';

/** The secret of Stripe, as an account sets it. */
export const StripeSecret = namedClosed('StripeSecret', {
  signing_secret: Type.String({
    pattern: '^whsec_[\\x21-\\x7e]{16,200}$',
    description: "The signing secret that Stripe's dashboard shows for the endpoint.",
  }),
});

const Unmatched = named('StripeReceiverUnmatchedEvent', {
  event_id: Type.String(),
  event_type: Type.String(),
  reason: UnmatchedReason,
  submission_id: Nullable(Type.String()),
  payment_id: Nullable(Type.String()),
  received_at: Timestamp,
});

export const ProviderRecord = named('StripeReceiver', {
  provider: Type.Literal('stripe'),
  url: Type.String({ description: 'The address that Stripe sends its events to.' }),
  configured_at: Nullable(Timestamp, 'When the secret was set; null if there is none.'),
  unmatched_events: Type.Array(Unmatched, {
    description: 'The last events that belong to no submission, newest first, up to 50.',
  }),
});

const Resealed = named('ReencryptedStripeSecret', {
  changed: Type.Boolean({
    description: 'False if there is no secret, or if the newest master key has already encrypted it.',
  }),
});

export const paymentProviderOperations = operations('admin', 'admin: accounts', {
  readStripe: {
    route: 'GET /accounts/:id/payment-providers/stripe',
    own: { operationId: 'readOwnStripe' },
    scope: 'payments:write',
    summary: "Read the settings of the receiver for Stripe's events",
    description:
      'Matching events are recorded as payments, and others in the history of their submission. Events that name no ' +
      'submission of the account are listed here.',

    response: { 200: ProviderRecord },
    answer: 'The address for the events, and the last events that belong to no submission.',
    examples: { answers: [stripe] },
  },
  setStripeSecret: {
    route: 'PUT /accounts/:id/payment-providers/stripe',
    own: { operationId: 'setOwnStripeSecret' },
    scope: 'payments:write',
    summary: "Set the secret that signs Stripe's events",
    description:
      'Events that are signed with it are received from then on. The former secret becomes invalid. While Stripe rolls a secret, it ' +
      'signs with both. The secret is stored encrypted and never shown.',
    body: StripeSecret,
    response: { 200: ProviderRecord },
    answer: 'The address for the events, without the secret.',
    gives: ['X-Log-Position'],
    examples: {
      body: { signing_secret: 'whsec_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6' },
      answers: [{ ...stripe, unmatched_events: [] }],
    },
  },
  removeStripe: {
    route: 'DELETE /accounts/:id/payment-providers/stripe',
    own: { operationId: 'removeOwnStripe' },
    scope: 'payments:write',
    summary: "Stop receiving Stripe's events",
    description: 'Events of Stripe are refused from then on.',

    response: { 204: Type.Null() },
    answer: 'The secret was removed.',
    gives: ['X-Log-Position'],
  },
  reencryptStripeSecret: {
    route: 'POST /accounts/:id/payment-providers/stripe/reencrypt-secret',
    summary: "Re-encrypt Stripe's secret with the newest master key",
    description: 'Does nothing if there is no secret, or if the newest master key has already encrypted it.',
    response: { 200: Resealed },
    answer: 'Whether the secret was encrypted again.',
    gives: ['X-Log-Position'],
    errors: ['conflict'],
    examples: { answers: [{ changed: true }] },
  },
});
