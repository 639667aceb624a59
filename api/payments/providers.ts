import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  configurePaymentProvider,
  removePaymentProvider,
  resealPaymentProvider,
} from '../../commands/payment/configure-payment-provider.ts';
import { paymentProvider, type PaymentProviderState } from '../../domain/payment-provider/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { paymentProviderOperations, type ProviderRecord } from '../contract/submissions/payment-providers.ts';
import { unreadable } from '../errors/unreadable-secret.ts';
import type { Mount } from '../mount.ts';
import { addressOf, committed, readAfter } from '../requests/requests.ts';
import { stripeUrl } from '../requests/stripe-url.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'secrets' | 'now' | 'publicUrl' | 'progress'>;

/** The settings of an account for Stripe's webhooks. The secret is never shown. */
export function paymentProviderRoutes(api: Mount, deps: Deps): void {
  const record = (
    request: FastifyRequest,
    accountId: string,
    { configured, unmatched }: PaymentProviderState,
  ): Static<typeof ProviderRecord> => ({
    provider: 'stripe',
    url: stripeUrl(addressOf(deps, request), accountId),
    configured_at: configured?.at ?? null,
    unmatched_events: unmatched.toReversed().map((event) => ({
      event_id: event.eventId,
      event_type: event.eventType,
      reason: event.reason,
      submission_id: event.submissionId,
      payment_id: event.paymentId,
      received_at: event.at,
    })),
  });

  api.route(paymentProviderOperations.readStripe, async (request) => {
    await readAfter(request, deps.progress, ['accounts']);
    const { accountId } = await api.contextOfAccount(request);
    const stream = streamOf.paymentProvider(accountId, 'stripe');
    const { state } = await deps.aggregates.load(paymentProvider, stream);
    return record(request, accountId, state);
  });

  api.route(paymentProviderOperations.setStripeSecret, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const settings = { provider: 'stripe', signingSecret: request.body.signing_secret } as const;
    const configured = committed(reply, await configurePaymentProvider(deps, settings, context));
    return record(request, context.accountId, configured.state);
  });

  api.route(paymentProviderOperations.removeStripe, async (request, reply) => {
    committed(reply, await removePaymentProvider(deps, 'stripe', await api.contextOfAccount(request)));
    return null;
  });
}

/** Re-encrypts the secrets of payment providers, for operators. */
export function paymentProviderReencryption(api: Mount, deps: Deps): void {
  api.route(paymentProviderOperations.reencryptStripeSecret, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const resealed = committed(reply, await resealPaymentProvider(deps, 'stripe', context).catch(unreadable));
    return { changed: resealed.changed };
  });
}
