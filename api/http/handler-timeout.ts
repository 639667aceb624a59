import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StallWatch } from '../../async/stall-watch.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import { ApiError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes or sends a file, which may take long: only the silence of its connection is limited. */
    transfersFile?: boolean;
  }
  interface FastifyReply {
    /** A sequence number, unique among all replies. */
    arrival: number;
    /** Whether the timeout sent the reply in place of the handler. */
    isTimedOut: boolean;
  }
}

/** Longer than the log's own timeout for an append. */
const defaultLimitMs = 12_000;

/**
 * Answers 503 if a handler has not begun its reply in time, because a store neither answers nor
 * fails. The handler goes on; what it replies or throws later is dropped without a word.
 * @param watch reports the handlers that have not ended long after their answer
 */
export function limitHandlerTime(
  app: FastifyInstance,
  limitMs = defaultLimitMs,
  watch: StallWatch['watch'] = () => () => undefined,
): void {
  // Oldest first: one interval checks the first entries, which is cheaper than a timer for each request.
  const running = createTransientMap<number, FastifyReply>();
  /** The handlers that go on after their answer. */
  const timedOut = createTransientMap<number, { readonly name: string }>();
  let arrivals = 0;
  const silent = app.log.child({}, { level: 'silent' });
  app.decorateReply('arrival', 0);
  app.decorateReply('isTimedOut', false);
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (routeOptions.config.transfersFile) return done();
    reply.arrival = ++arrivals;
    running.set(reply.arrival, reply);
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    running.take(reply.arrival);
    done(null, payload);
  });
  const check = setInterval(() => {
    for (const [arrival, reply] of running.entries()) {
      if (reply.elapsedTime < limitMs) break;
      running.take(arrival);
      // A client that hung up is not detected: that would take a listener on each request.
      if (reply.request.socket.destroyed) continue;
      reply.isTimedOut = true;
      reply.send(new ApiError('unavailable'));
      // Fastify logs each further reply and each failure of the handler here. To replace `send` would not do: a
      // handler that awaits the payload in `reply.send(await …)` has looked the method up before.
      const { method, routeOptions } = reply.request;
      timedOut.set(arrival, { name: `${method} ${routeOptions.url ?? ''} ${arrival}` });
      const ended = () => void timedOut.take(arrival);
      reply.log = Object.assign(silent.child({}), { warn: ended, error: ended });
    }
  }, limitMs / 10).unref();
  const unwatch = watch('requests', () => [...timedOut.values()].map(({ name }) => [name, null]));
  app.addHook('onClose', (_, done) => {
    clearInterval(check);
    unwatch();
    done();
  });
}
