import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Closes connections after the last answer during shutdown, which would otherwise wait for idle clients. */
export function hangUpOnClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  // The head of a long response, such as a file, was sent before.
  app.addHook('onResponse', ({ raw }, _, done) => {
    if (isClosing && raw.socket instanceof Socket) raw.socket.destroySoon();
    done();
  });
}
