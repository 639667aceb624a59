import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { createTransientMap } from '../../async/transient-map.ts';
import { ApiError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Its number among all answers. */
    arrival: number;
    /** It was answered for its handler, which took too long. */
    isGivenUp: boolean;
  }
}

/** Longer than an append may take before the log gives it up. */
const usualLimitMs = 12_000;

/**
 * Answers 503 for a request whose handler has not begun to answer in time, because a store neither answers nor
 * fails. What the handler says after that is not heard.
 */
export function limitHandlerTime(app: FastifyInstance, limitMs = usualLimitMs): void {
  // Oldest first, so that a look at the first is enough as long as all is well: cheaper than a timer each.
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

/** What a handler fails with after its request was answered is neither an answer nor a fault: fastify would log it as one. */
const quietOnceGivenUp = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    const answered: unknown = handler.call(this, request, reply);
    if (!(answered instanceof Promise)) return answered;
    return answered.catch((error: unknown) => {
      if (!reply.isGivenUp) throw error;
    });
  };
