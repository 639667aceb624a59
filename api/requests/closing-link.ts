import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { openLinks } from '../auth/links.ts';
import { addressOf } from './requests.ts';

export const closingPath = '/console/sign-in/closing';

/** The path of the page that shows how a closed account is erased, to the holder of the link. */
export const closingPathOf = (
  { sessionKeys, now }: Pick<ApiDeps, 'now' | 'sessionKeys'>,
  accountId: string,
): string => `${closingPath}?link=${openLinks(sessionKeys, now).issue({ kind: 'closing', accountId })}`;

/** The address of that page. */
export const closingLink = (
  deps: Pick<ApiDeps, 'now' | 'publicUrl' | 'sessionKeys'>,
  request: FastifyRequest,
  accountId: string,
): string => `${addressOf(deps, request)}${closingPathOf(deps, accountId)}`;
