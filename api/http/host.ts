import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidRequest } from '../errors/errors.ts';

const port = '(?::(?:[0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]))?';
const host = new RegExp(`^(?:[a-z0-9_][a-z0-9._-]*|\\[[0-9a-f:.]+\\])${port}$`, 'i');

/**
 * The path and query of a request's target. In a target in absolute form, as RFC 9112 requires, the target's host
 * takes precedence over the Host header. A target that is no path gets one that no route has.
 */
export function targetOf({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, named, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (named === undefined) return url.startsWith('/') ? url : `/${url}`;
  headers.host = named;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Refuses a target that is neither a path nor an http address: `*`, which asks about the whole server, and other schemes. */
export function refuseOddTargets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, originalUrl }, _, done) => {
    if (/^(\/|https?:\/\/)/i.test(originalUrl)) done();
    else if (method === 'OPTIONS' && originalUrl === '*')
      done(new ApiError('method_not_allowed', { headers: { allow: '' } }));
    else done(invalidRequest('The target must be a path, or an address that begins with http.', [], 'path'));
  });
}

/**
 * Refuses a request with an invalid host, because links contain it, with several Host headers, or with none where
 * HTTP/1.1 requires one. An empty host is valid.
 * @param known the names of this service; null for any. A page of another site that resolves its own name to this machine
 * could otherwise read answers that need no key.
 */
export function refuseOddHosts(app: FastifyInstance, known: readonly string[] | null): void {
  app.addHook('onRequest', (request, _, done) => {
    const { host: named, raw } = request;
    const given = raw.rawHeaders.filter(
      (text, index) => index % 2 === 0 && text.toLowerCase() === 'host',
    ).length;
    if (given > 1) done(wrongHost('The Host header must be given once.'));
    else if (given === 0 && raw.httpVersion === '1.1') done(wrongHost('The Host header is required.'));
    else if (named !== '' && !host.test(named)) done(wrongHost('The Host header is invalid.'));
    else done(isKnown(named, known) ? undefined : wrongHost(unknownHost));
  });
}

const wrongHost = (message: string) =>
  invalidRequest(message, [{ path: '/Host', code: 'invalid_format', message }], 'header');

const unknownHost =
  'The Host header names another host. Behind a proxy, set PUBLIC_URL to the address that clients use.';

const isKnown = (named: string, known: readonly string[] | null): boolean =>
  known === null || named === '' || known.includes(named.replace(/:\d+$/, '').toLowerCase());

/** The host that a request names; without one, the local address of the connection. */
export function hostOf({ host: named, socket }: FastifyRequest): string {
  if (named !== '') return named;
  const { localAddress = '', localPort } = socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
