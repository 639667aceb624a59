import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { createTransientMap } from '../../async/transient-map.ts';
import { ApiError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** A sequence number, unique among all replies. */
    arrival: number;
    /** Whether the timeout sent the reply in place of the handler. */
    isGivenUp: boolean;
  }
}

/** Longer than the log's own timeout for an append. */
const usualLimitMs = 12_000;

/**
 * Answers 503 if a handler has not begun its reply in time, because a store neither answers nor
 * fails. A later reply of the handler is dropped.
 */
export function limitHandlerTime(app: FastifyInstance, limitMs = usualLimitMs): void {
  // Oldest first: one interval checks the first entries, which is cheaper than a timer for each request.
  const begun = createTransientMap<number, FastifyReply>();
  let arrivals = 0;
  app.decorateReply('arrival', 0);
  app.decorateReply('isGivenUp', false);
  app.addHook('onRoute', (route) => {
    route.handler = quietOnceGivenUp(route.handler);
  });
  app.addHook('onRequest', (_, reply, done) => {
    reply.arrival = ++arrivals;
    begun.set(reply.arrival, reply);
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    begun.take(reply.arrival);
    done(null, payload);
  });
  const look = setInterval(() => {
    for (const [arrival, reply] of begun.entries()) {
      if (reply.elapsedTime < limitMs) break;
      begun.take(arrival);
      // A client that hung up is not detected: that would take a listener on each request.
      if (reply.request.socket.destroyed) continue;
      reply.isGivenUp = true;
      reply.send(new ApiError('unavailable'));
      reply.send = () => reply;
    }
  }, limitMs / 10).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(look);
    done();
  });
}

/** Swallows failures of a handler after its timeout, which Fastify would log as errors. */
const quietOnceGivenUp = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    const answered: unknown = handler.call(this, request, reply);
    if (!(answered instanceof Promise)) return answered;
    return answered.catch((error: unknown) => {
      if (!reply.isGivenUp) throw error;
    });
  };
