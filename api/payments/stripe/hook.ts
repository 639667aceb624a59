import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import Type from 'typebox';
import { receivePaymentEvent } from '../../../commands/payment/receive-payment-event.ts';
import { SecretUnreadable } from '../../../commands/secret-box.ts';
import { paymentProvider } from '../../../domain/payment-provider/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { closed, Id } from '../../contract/values.ts';
import { handleErrors } from '../../errors/error-handlers.ts';
import { ApiError, invalidRequest } from '../../errors/errors.ts';
import { hookBytes } from '../../http/body-limits.ts';
import { refuseOtherEncodings } from '../../http/media-type.ts';
import { refuseOtherMethods } from '../../http/method-not-allowed.ts';
import { readBody } from '../../http/read-body.ts';
import { keepPrivate } from '../../http/security-headers.ts';
import type { Rates } from '../../limits/rates.ts';
import { contextOf } from '../../requests/requests.ts';
import { earlierPayments } from '../earlier-payments.ts';
import { readStripeEvent } from './events.ts';
import { isSignedByStripe } from './signature.ts';

/** A new secret, or its removal, takes effect in every process within this time, in milliseconds. */
const maxAgeMs = 1_000;

/** The number of accounts whose secrets are looked up without limit. */
const knownAccounts = 10_000;

type Deps = Pick<
  ApiDeps,
  'aggregates' | 'definitions' | 'now' | 'secrets' | 'metrics' | 'log' | 'queries' | 'progress'
>;

/** Receives Stripe's webhooks to an account. Nothing of a request is believed before its signature is verified. */
export const stripeHook =
  (api: Deps, rates: Rates): FastifyPluginAsyncTypebox =>
  async (app) => {
    const deps = { ...api, earlierPayments: earlierPayments(api) };
    const refuseTheRest = refuseOtherMethods(app);
    const secretOf = openSecrets(deps, rates);
    const events = new Counter({
      name: 'formlog_payment_events_total',
      help: "Webhooks of payment providers by outcome: 'paid', 'refused', 'unmatched', 'ignored' or 'invalid_signature'.",
      labelNames: ['provider', 'outcome'],
      registers: [deps.metrics],
    });
    const count = (outcome: string) => events.inc({ provider: 'stripe', outcome });
    handleErrors(app);
    keepPrivate(app);
    // The signature covers the bytes of the body.
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser(
      'application/json',
      async (request: FastifyRequest, payload: IncomingMessage) => {
        refuseOtherEncodings(request.headers);
        return readBody(request, payload, request.routeOptions.bodyLimit);
      },
    );

    function refuse(request: FastifyRequest, reply: FastifyReply, account: string): never {
      count('invalid_signature');
      // Refuses further requests, so that a flood of them is not logged twice.
      rates.countAddress(reply, request.ip);
      request.log.warn(
        { request_id: request.id, account_id: account },
        'a webhook of Stripe has no valid signature',
      );
      throw new ApiError('invalid_signature');
    }

    app.post(
      '/:account',
      { bodyLimit: hookBytes, schema: { hide: true, params: Type.Object({ account: Id }, closed) } },
      async (request, reply) => {
        const { account } = request.params;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const secret = await secretOf(account, request.ip);
        const header = headerOf(request);
        const isSigned = isSignedByStripe({ header, body, secret: secret.text, now: deps.now() });
        if (!isSigned || !secret.isSet) return refuse(request, reply, account);
        secret.keep();
        const event = readStripeEvent(parseBody(body));
        if (!event) {
          count('ignored');
          return { received: true, outcome: 'ignored' };
        }
        const outcome = await receivePaymentEvent(deps, event, {
          ...contextOf(request, account, { kind: 'system', id: 'stripe' }),
          causationId: event.eventId,
        });
        count(outcome);
        return { received: true, outcome };
      },
    );
    refuseTheRest();
  };

/** Finds the secrets of accounts. For an account without a secret, a random secret takes the same time to fail. */
function openSecrets({ aggregates, secrets }: Deps, rates: Rates) {
  /** Accounts that received a signed event: their streams are in memory. */
  const known = new LRUCache<string, true>({ max: knownAccounts });
  const unset = { isSet: false, text: randomBytes(32).toString('hex'), keep: () => undefined };
  return async (account: string, address: string) => {
    if (!known.has(account) && !rates.mayLookUp(address)) return unset;
    const stream = streamOf.paymentProvider(account, 'stripe');
    const { configured } = (await aggregates.loadAhead(paymentProvider, stream, maxAgeMs)).state;
    if (!configured) return unset;
    const keep = () => void known.set(account, true);
    return { isSet: true, text: readSecret(() => secrets.open(configured.secret, stream)), keep };
  };
}

/** @throws ApiError `unavailable` if this process lacks the master key: the provider sends the event again */
function readSecret(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new ApiError('unavailable', { cause: error });
    throw error;
  }
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['stripe-signature'];
  return typeof header === 'string' ? header : undefined;
}

/** Parses a body that Stripe signed. */
function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}
