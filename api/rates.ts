import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from './api-deps.ts';
import { rateHeaders, rateLimited } from './rate-headers.ts';
import { openRateWindows, type RateLimit } from './rate-windows.ts';
import { openSharedWindows } from './shared-windows.ts';

/** What a client may do: each key by its plan, and each address without a valid key. */
export interface Rates {
  /** Says how a key stands, and counts nothing. */
  tellKey(reply: FastifyReply, keyId: string, limit: RateLimit): void;
  /** Counts a request of a key. @throws ApiError `rate_limited` */
  countKey(reply: FastifyReply, keyId: string, limit: RateLimit): Promise<void>;
  /** Counts a request without a valid key. @throws ApiError `rate_limited` */
  countAddress(reply: FastifyReply, address: string): void;
  /** The headers of an answer that is counted to nobody. */
  headersOf(address: string): Readonly<Record<string, string>>;
}

/** What an address may do without a valid key. */
const withoutKey: RateLimit = { requests: 30, window_s: 60 };

export function openRates({ rateLedger, now }: Pick<ApiDeps, 'rateLedger' | 'now'>): Rates {
  const clock = () => now().getTime();
  const addresses = openRateWindows(clock);
  const keys = openSharedWindows(openRateWindows(clock), rateLedger, clock);
  return {
    tellKey: (reply, keyId, limit) =>
      void reply.headers(rateHeaders('key', limit, keys.peek(keyId, limit), clock())),
    async countKey(reply, keyId, limit) {
      const standing = await keys.admit(keyId, limit);
      const at = clock();
      reply.headers(rateHeaders('key', limit, standing, at));
      if (!standing.admitted) throw rateLimited(standing, at);
    },
    countAddress(reply, address) {
      const standing = addresses.admit(address, withoutKey);
      const at = clock();
      reply.headers(rateHeaders('address', withoutKey, standing, at));
      if (!standing.admitted) throw rateLimited(standing, at);
    },
    headersOf: (address) => rateHeaders('address', withoutKey, addresses.peek(address, withoutKey), clock()),
  };
}

/** Puts the headers on every answer that has none yet: of paths that take no key, and of failures before it. */
export function tellRates(app: FastifyInstance, rates: Rates): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(rates.headersOf(request.ip));
    done(null, payload);
  });
}
