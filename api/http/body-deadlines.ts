import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createTransientMap } from '../../async/transient-map.ts';

interface Arriving {
  readonly request: IncomingMessage;
  readonly since: number;
}

interface Limits {
  /** How long a request may take to arrive, in ms. */
  readonly requestMs: number;
  /** The interval of the check. */
  readonly checkMs: number;
}

/** As Node reports a request that takes too long, so that both have one answer. */
const tooSlow = (): Error =>
  Object.assign(new Error('the request took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Answers 408 to a request whose body takes too long to arrive, unless its route takes files. The limit of Node's server is
 * the same for all routes; it is therefore that of files.
 */
export function limitBodyTime(app: FastifyInstance, { requestMs, checkMs }: Limits): void {
  // Oldest first. The number of a request is its key.
  const arriving = createTransientMap<number, Arriving>();
  const numbers = new WeakMap<IncomingMessage, number>();
  let count = 0;
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    const number = ++count;
    numbers.set(request, number);
    arriving.set(number, { request, since: performance.now() });
    response.once('prefinish', () => {
      if (request.complete) arriving.take(number);
    });
  });
  app.addHook('onRequest', ({ raw, routeOptions }, _, done) => {
    const number = routeOptions.config.transfersFile ? numbers.get(raw) : undefined;
    if (number !== undefined) arriving.take(number);
    done();
  });
  const check = setInterval(() => {
    const before = performance.now() - requestMs;
    for (const [number, { request, since }] of arriving.entries()) {
      if (since > before) break;
      arriving.take(number);
      if (!request.complete && !request.socket.destroyed)
        app.server.emit('clientError', tooSlow(), request.socket);
    }
  }, checkMs).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(check);
    done();
  });
}
