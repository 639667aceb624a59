import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from './errors.ts';

const port = '(?::(?:[0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]))?';
const host = new RegExp(`^(?:[a-z0-9_][a-z0-9._-]*|\\[[0-9a-f:.]+\\])${port}$`, 'i');

/** Refuses what names a host that cannot be one, since links are made of it. None at all is well. */
export function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const named = request.host;
    done(named === '' || host.test(named) ? undefined : invalidRequest('The Host is not one.'));
  });
}

/** The host that a request was sent to; where it does not say, the address that it came in by. */
export function hostOf({ host: named, socket }: FastifyRequest): string {
  if (named !== '') return named;
  const { localAddress = '', localPort } = socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
