import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebDeps } from '../../web-deps.ts';
import { sessionSeconds } from './sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The scheme of `PUBLIC_URL`, such as `https:`; null where it is not set. */
    publicProtocol: string | null;
  }
}

/** Has the console's cookies follow the scheme of the service's public address. */
export function decorateCookies(app: FastifyInstance, { publicUrl }: Pick<WebDeps, 'publicUrl'>): void {
  app.decorate('publicProtocol', publicUrl === null ? null : new URL(publicUrl).protocol);
}

/** Proxies that end TLS do not always say so, which is why `PUBLIC_URL` decides where it is set. */
const isSecure = ({ server, protocol }: FastifyRequest): boolean =>
  (server.publicProtocol ?? `${protocol}:`) === 'https:';

/** Browsers accept the prefix from this host over HTTPS alone, so that no other site can plant such a cookie. */
const nameOf = (request: FastifyRequest, name: string): string =>
  isSecure(request) ? `__Host-formlog_${name}` : `formlog_${name}`;

/** Scripts and other sites never get a cookie of the console. With HTTPS the prefix requires the path `/`. */
const options = (request: FastifyRequest) =>
  ({
    path: isSecure(request) ? '/' : '/console',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
  }) as const;

/** The cookie that comes back with the answer of a provider, whose page is of another site. */
const fromElsewhere = 'authorization';

const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: number,
) =>
  reply.setCookie(nameOf(request, name), value, {
    ...options(request),
    ...(name === fromElsewhere && { sameSite: 'lax' }),
    maxAge,
  });

const clearCookie = (request: FastifyRequest, reply: FastifyReply, name: string) =>
  reply.clearCookie(nameOf(request, name), options(request));

const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(request, name)];

export const setSession = (request: FastifyRequest, reply: FastifyReply, value: string) =>
  setCookie(request, reply, 'session', value, sessionSeconds);

export const clearSession = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, 'session');

/** The sealed session that the browser sends. */
export const readSession = (request: FastifyRequest): string | undefined => readCookie(request, 'session');

/** Keeps the first half of a sign-in, which waits for the second factor. */
export const setHalfSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  seconds: number,
) => setCookie(request, reply, 'half_session', value, seconds);

export const clearHalfSession = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, 'half_session');

export const readHalfSession = (request: FastifyRequest): string | undefined =>
  readCookie(request, 'half_session');

/** Keeps a challenge that a passkey is about to sign. */
export const setChallenge = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) =>
  setCookie(request, reply, 'challenge', value, seconds);

export const clearChallenge = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, 'challenge');

export const readChallenge = (request: FastifyRequest): string | undefined =>
  readCookie(request, 'challenge');

/** Keeps a sign-in that goes on at an OpenID provider. */
export const setAuthorization = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  seconds: number,
) => setCookie(request, reply, fromElsewhere, value, seconds);

/** Takes the sign-in that comes back from the provider. */
export function takeAuthorization(request: FastifyRequest, reply: FastifyReply): string | undefined {
  clearAuthorization(request, reply);
  return readCookie(request, fromElsewhere);
}

/** Has the browser no longer go on with a sign-in at a provider. */
export function clearAuthorization(request: FastifyRequest, reply: FastifyReply): void {
  if (readCookie(request, fromElsewhere) !== undefined) clearCookie(request, reply, fromElsewhere);
}

/** Keeps an account at an OpenID provider that waits to be linked. */
export const setUnlinkedIdentity = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  seconds: number,
) => setCookie(request, reply, 'identity', value, seconds);

export const readUnlinkedIdentity = (request: FastifyRequest): string | undefined =>
  readCookie(request, 'identity');

export const clearUnlinkedIdentity = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, 'identity');

/** Keeps a sentence for the next page that this browser shows. */
export const setFlashMessage = (request: FastifyRequest, reply: FastifyReply, note: string) =>
  setCookie(request, reply, 'note', note, 60);

/** Takes the sentence that the last request left. A part of a page that refreshes itself leaves it to the next page. */
export function takeFlashMessage(request: FastifyRequest, reply: FastifyReply): string | null {
  const note = readCookie(request, 'note');
  const isPart = request.headers['hx-request'] === 'true' && request.headers['hx-boosted'] !== 'true';
  if (note === undefined || note === '' || isPart) return null;
  clearCookie(request, reply, 'note');
  return note;
}

const yearSeconds = 365 * 86_400;

/** Keeps which columns a person has chosen for lists. */
export const setColumns = (request: FastifyRequest, reply: FastifyReply, columns: string) =>
  setCookie(request, reply, 'columns', columns, yearSeconds);

export const readColumns = (request: FastifyRequest): string | undefined => readCookie(request, 'columns');

/** Has the next pages of this browser wait for a write. */
export const setPosition = (request: FastifyRequest, reply: FastifyReply, position: bigint) =>
  setCookie(request, reply, 'position', String(position), 30);

/** The position of the browser's last write; null once that is long ago. */
export function lastPosition(request: FastifyRequest): bigint | null {
  const position = readCookie(request, 'position');
  return position !== undefined && /^\d{1,19}$/.test(position) ? BigInt(position) : null;
}
