import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { adminMount, type Mount } from '../auth/owners.ts';
import { paymentProviderOperations, type ProviderRecord } from '../contract/submissions/payment-providers.ts';
import { refused } from '../errors/errors.ts';
import { unreadable } from '../errors/unreadable-secret.ts';
import { addressOf, readAfter, setLogPosition } from '../requests/requests.ts';
import { stripeUrl } from '../requests/stripe-url.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'secrets' | 'now' | 'publicUrl' | 'progress'>;

/** The settings of an account for Stripe's webhooks. The secret is never shown. */
export const paymentProviderRoutes =
  (deps: Deps, mount: Mount): FastifyPluginAsyncTypebox =>
  async (app) => {
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

    app.get(
      mount.pathOf(paymentProviderOperations.readStripe),
      { schema: paymentProviderOperations.readStripe },
      async (request) => {
        await readAfter(request, deps.progress, ['accounts']);
        const { accountId } = await mount.contextOfAccount(request);
        const stream = streamOf.paymentProvider(accountId, 'stripe');
        const { state } = await deps.aggregates.load(paymentProvider, stream);
        return record(request, accountId, state);
      },
    );

    app.put(
      mount.pathOf(paymentProviderOperations.setStripeSecret),
      { schema: paymentProviderOperations.setStripeSecret },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const wanted = { provider: 'stripe', signingSecret: request.body.signing_secret } as const;
        const configured = await configurePaymentProvider(deps, wanted, context);
        if (!configured.ok) throw refused(configured.error);
        setLogPosition(reply, configured.value.position);
        return record(request, context.accountId, configured.value.state);
      },
    );

    app.delete(
      mount.pathOf(paymentProviderOperations.removeStripe),
      { schema: paymentProviderOperations.removeStripe },
      async (request, reply) => {
        const removed = await removePaymentProvider(deps, 'stripe', await mount.contextOfAccount(request));
        if (!removed.ok) throw refused(removed.error);
        setLogPosition(reply, removed.value.position);
        return reply.code(204).send(null);
      },
    );
  };

/** Re-encrypts the secrets of payment providers, for operators. */
export const paymentProviderReencryption =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const mount = adminMount(deps.aggregates);
    app.post(
      mount.pathOf(paymentProviderOperations.reencryptStripeSecret),
      { schema: paymentProviderOperations.reencryptStripeSecret },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const resealed = await resealPaymentProvider(deps, 'stripe', context).catch(unreadable);
        if (!resealed.ok) throw refused(resealed.error);
        setLogPosition(reply, resealed.value.position);
        return { changed: resealed.value.changed };
      },
    );
  };
