import { ownPath } from '../../../api/contract/operation.ts';
import { misused } from '../failure.ts';

const [adminApi, publicApi] = ['/api/admin/v1', '/api/public/v1'];
export const publicAccountPath = `${publicApi}/account`;

/** The resources of an account that its owner reads and changes with a key. */
const ofAccount =
  /^\/accounts\/([^/]+)(\/(?:close|embedding|export|invitations|keys|members|notices|payment-providers)(?:\/.*)?)?$/;
const ofKeys = /^\/keys\/[^/]+(?:\/revoke)?$/;

/** A path of the public API, and the account that the command named; null where it named none. */
export interface OwnPath {
  readonly path: string;
  readonly accountId: string | null;
}

/** Whether a token is an API key, which belongs to one account. */
export const isApiKey = (token: string): boolean => token.trim().startsWith('flg_');

/**
 * The path with which an API key does what an operator does with a path of the admin API.
 * @throws CommandFailure if only operators can
 */
export function pathForKey(path: string): OwnPath {
  if (!path.startsWith(adminApi)) return { path, accountId: null };
  const resource = path.slice(adminApi.length);
  const [, id, rest = ''] = ofAccount.exec(resource) ?? [];
  if (id !== undefined) {
    const own =
      rest === '' || rest === '/close'
        ? `${publicAccountPath}${rest}`
        : `${publicApi}${ownPath(`/accounts/:id${rest}`)}`;
    return { path: own, accountId: decodeURIComponent(id) };
  }
  if (ofKeys.test(resource)) return { path: `${publicApi}${resource}`, accountId: null };
  throw misused('This command needs the token of an operator. The given token is an API key of an account.');
}
