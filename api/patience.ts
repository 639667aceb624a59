import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from './errors.ts';

/** Longer than an append may take before the log gives it up. */
const usualLimitMs = 12_000;

/**
 * Answers 503 for a request whose handler has not begun to answer in time, because a store neither answers nor
 * fails. What the handler says after that is not heard.
 */
export function limitPatience(app: FastifyInstance, limitMs = usualLimitMs): void {
  // Oldest first, so that a look at the first is enough as long as all is well: cheaper than a timer each.
  const begun = new Map<FastifyReply, number>();
  app.addHook('onRequest', (_, reply, done) => {
    begun.set(reply, performance.now());
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    begun.delete(reply);
    done(null, payload);
  });
  app.addHook('onRequestAbort', (request, done) => {
    for (const reply of begun.keys()) if (reply.request === request) begun.delete(reply);
    done();
  });
  const look = setInterval(() => {
    for (const [reply, at] of begun) {
      if (performance.now() - at < limitMs) break;
      begun.delete(reply);
      reply.send(new ApiError('unavailable'));
      reply.send = () => reply;
    }
  }, limitMs / 10).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(look);
    done();
  });
}
