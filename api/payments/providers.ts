import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import {
  configurePaymentProvider,
  removePaymentProvider,
  resealPaymentProvider,
} from '../../commands/payment/configure-payment-provider.ts';
import { paymentProvider, type PaymentProviderState } from '../../domain/payment-provider/decider.ts';
import { UnmatchedReason } from '../../domain/payment-provider/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { adminMount, type Mount } from '../auth/owners.ts';
import { refused } from '../errors/errors.ts';
import { unreadable } from '../errors/unreadable-secret.ts';
import { addressOf, readAfter, setLogPosition } from '../requests/requests.ts';
import { closed, Failure, Nullable, Timestamp } from '../requests/schemas.ts';
import { stripeUrl } from '../requests/stripe-url.ts';

/** The secret of Stripe, as an account sets it. */
export const StripeSecret = Type.Object(
  {
    signing_secret: Type.String({
      pattern: '^whsec_[\\x21-\\x7e]{16,200}$',
      description: "The signing secret that Stripe's dashboard shows for the endpoint.",
    }),
  },
  closed,
);

const Unmatched = Type.Object({
  event_id: Type.String(),
  event_type: Type.String(),
  reason: UnmatchedReason,
  submission_id: Nullable(Type.String()),
  payment_id: Nullable(Type.String()),
  received_at: Timestamp,
});

const ProviderRecord = Type.Object({
  provider: Type.Literal('stripe'),
  url: Type.String({ description: 'The address that Stripe sends its events to.' }),
  configured_at: Nullable(Timestamp, 'When the secret was set; null if there is none.'),
  unmatched_events: Type.Array(Unmatched, {
    description: 'The last events that belong to no submission, newest first, up to 50.',
  }),
});

type Deps = Pick<ApiDeps, 'aggregates' | 'secrets' | 'now' | 'publicUrl' | 'progress'>;

/** The settings of an account for Stripe's webhooks. The secret is never shown. */
export const paymentProviderRoutes =
  (deps: Deps, mount: Mount): FastifyPluginAsyncTypebox =>
  async (app) => {
    const path = `${mount.ofAccount}/payment-providers/stripe`;
    const config = { scope: 'payments:write' } as const;

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
      path,
      {
        config,
        schema: {
          summary: "Read how Stripe's events are received",
          ...mount.path,
          response: { 200: ProviderRecord, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, deps.progress, ['accounts']);
        const { accountId } = await mount.contextOfAccount(request);
        const stream = streamOf.paymentProvider(accountId, 'stripe');
        const { state } = await deps.aggregates.load(paymentProvider, stream);
        return record(request, accountId, state);
      },
    );

    app.put(
      path,
      {
        config,
        schema: {
          summary: "Set the secret that signs Stripe's events",
          ...mount.path,
          body: StripeSecret,
          response: { 200: ProviderRecord, default: Failure },
        },
      },
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
      path,
      {
        config,
        schema: {
          summary: "Receive no more of Stripe's events",
          ...mount.path,
          response: { 204: Type.Null(), default: Failure },
        },
      },
      async (request, reply) => {
        const removed = await removePaymentProvider(deps, 'stripe', await mount.contextOfAccount(request));
        if (!removed.ok) throw refused(removed.error);
        setLogPosition(reply, removed.value.position);
        return reply.code(204).send(null);
      },
    );
  };

const Resealed = Type.Object({
  changed: Type.Boolean({
    description: 'False if there is no secret, or if the newest master key has already encrypted it.',
  }),
});

/** Re-encrypts the secrets of payment providers, for operators. */
export const paymentProviderReencryption =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const mount = adminMount(deps.aggregates);
    app.post(
      `${mount.ofAccount}/payment-providers/stripe/reencrypt-secret`,
      {
        schema: {
          summary: "Re-encrypt Stripe's secret with the newest master key",
          ...mount.path,
          response: { 200: Resealed, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const resealed = await resealPaymentProvider(deps, 'stripe', context).catch(unreadable);
        if (!resealed.ok) throw refused(resealed.error);
        setLogPosition(reply, resealed.value.position);
        return { changed: resealed.value.changed };
      },
    );
  };
