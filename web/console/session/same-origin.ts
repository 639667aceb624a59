import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../api/errors/errors.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import type { WebDeps } from '../../web-deps.ts';

/** The name of the field that carries the session's token. */
export const formTokenField = '_token';

/**
 * Refuses a change that a page of another origin sent.
 * @throws ApiError `insufficient_scope`
 */
export function refuseOtherOrigins({ publicUrl }: Pick<WebDeps, 'publicUrl'>, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    origin === undefined ? site === 'same-origin' : ownOrigins(publicUrl, request).includes(origin);
  if (!isOwn)
    throw new ApiError('insufficient_scope', {
      message: 'This request came from another site. Open the console and try again there.',
    });
}

/** The origins of this service. Where `PUBLIC_URL` has HTTPS, a page that came without it is not of this service. */
function ownOrigins(publicUrl: string | null, request: FastifyRequest): string[] {
  const named = new URL(addressOf({ publicUrl: null }, request));
  if (publicUrl === null) return [named.origin];
  const { origin, protocol } = new URL(publicUrl);
  return protocol === 'https:' && named.protocol !== 'https:' ? [origin] : [origin, named.origin];
}

/** The token that a request carries, in its header or in its form. */
export function sentFormToken({ headers, body }: FastifyRequest): string {
  const header = headers['x-form-token'];
  if (typeof header === 'string') return header;
  const field: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, formTokenField) : '';
  return typeof field === 'string' ? field : '';
}
