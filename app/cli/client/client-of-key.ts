import { Account } from '../../../api/contract/accounts/accounts.ts';
import { refused } from '../failure.ts';
import type { Retry } from '../import/retry.ts';
import type { ApiClient, Call } from './client.ts';
import { valueOf } from './explain.ts';
import { pathForKey, publicAccountPath } from './own-paths.ts';
import { response } from './response-schema.ts';

const OwnAccount = response(Account, 'id');

/** Returns the account of the API key that a client sends. */
export async function accountOfKey(
  client: Pick<ApiClient, 'call'>,
  retry: Retry = (attempt) => attempt(),
): Promise<string> {
  const call = { method: 'GET', path: publicAccountPath } as const;
  return valueOf(await retry(() => client.call(call, OwnAccount))).id;
}

/**
 * A client that sends an API key, for commands that are written for operators: it calls the public API in the place of the admin API.
 * A command that names another account than that of the key is refused, because the key would change its own.
 */
export function clientOfKey(client: ApiClient): ApiClient {
  let own: Promise<string> | null = null;
  async function mapped(call: Call): Promise<Call> {
    const { path, accountId } = pathForKey(call.path);
    if (accountId !== null) {
      own ??= accountOfKey(client);
      const id = await own;
      if (accountId !== id)
        throw refused(`The API key belongs to account ${id}, and the command names account ${accountId}.`);
    }
    return { ...call, path };
  }
  return {
    download: async (call) => client.download(await mapped(call)),
    call: async (call, schema) => client.call(await mapped(call), schema),
  };
}
