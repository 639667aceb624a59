import type { FastifyInstance } from 'fastify';

/** Hangs up after answers to requests that were under way when it began to close: an idle client would be waited for. */
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
}
