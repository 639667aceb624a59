import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Account } from '../../../api/contract/accounts/accounts.ts';
import { err, ok } from '../../../domain/result.ts';
import { defaultDataDir } from '../../data-dir/default-data-dir.ts';
import { distrustReason, readServiceFile } from '../../data-dir/service-file.ts';
import { fileReason } from '../../file-reason.ts';
import { CommandFailure, exitCodes, misused, refused } from '../failure.ts';
import type { Retry } from '../import/retry.ts';
import { type AccountChoice, type Environment, openAccountChoice } from './account-choice.ts';
import { type Api, openApi } from './api.ts';
import { createClient, type Locate } from './client.ts';
import { accountOfKey, clientOfKey } from './client-of-key.ts';
import { valueOf } from './explain.ts';
import { isApiKey } from './own-paths.ts';
import { listOf, response } from './response-schema.ts';

export interface ConnectionOptions {
  /** The address of a remote service. */
  readonly service?: string;
  readonly token?: string;
  readonly dataDir?: string;
  readonly account?: string;
}

export interface Connection {
  readonly api: Api;
  /** Whether the token is an API key, which works in its account only. */
  readonly isKey: boolean;
  /** The account that the user chose for this service. */
  readonly choice: AccountChoice;
  /** The account that is named by an option, the environment, a choice or a local service; otherwise null. */
  namedAccount(): string | null;
  /**
   * The account of a command.
   * @param retry retries calls while the service is unavailable; by default there is one call
   * @throws CommandFailure if the account must be named and is not
   */
  accountId(retry?: Retry): Promise<string>;
  /** The path of the command's account, or of a resource of it. */
  accountPath(resource?: string): Promise<string>;
}

/**
 * Finds the service: by URL and token if a URL is given, else by the data directory on this machine.
 * @throws CommandFailure naming the missing setting
 */
export function connect(options: ConnectionOptions, env: Environment): Connection {
  const url = options.service ?? env['FORMLOG_SERVICE'];
  const token = options.token ?? env['FORMLOG_TOKEN'];
  const dataDir = resolve(options.dataDir ?? env['DATA_DIR'] ?? defaultDataDir);
  // A header cannot carry other characters; the failure would look like a service that does not answer.
  if (/[^ -ÿ]/.test(token?.trim() ?? ''))
    throw misused('The token has invalid characters. Correct --token or FORMLOG_TOKEN.');
  const locate = url === undefined ? locateLocal(dataDir, token) : locateRemote(url, token);
  const isKey = token !== undefined && isApiKey(token);
  const client = createClient(locate);
  const api = openApi(isKey ? clientOfKey(client) : client);
  const choice = openAccountChoice(env, url?.replace(/\/+$/, '') ?? dataDir);
  const namedAccount = () =>
    options.account ??
    env['FORMLOG_ACCOUNT'] ??
    choice.read() ??
    (url === undefined ? readServiceFile(dataDir)?.account_id : null) ??
    null;
  const accountId = async (retry: Retry = (attempt) => attempt()) =>
    namedAccount() ?? (await (isKey ? accountOfKey(api, retry) : onlyAccount(api, retry)));
  const accountPath = async (resource = '') =>
    `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}${resource && `/${resource}`}`;
  return { api, isKey, choice, namedAccount, accountId, accountPath };
}

/**
 * How long a service is believed to be where it was found, in milliseconds. To make sure of it takes milliseconds, in
 * which the kernel lists its sockets, and an import asks before each row.
 */
const validMs = 1_000;

/**
 * Reads the service's file and its token again and again: a restarted service has another token, and may have another
 * address.
 */
function locateLocal(dataDir: string, token: string | undefined): Locate {
  if (!readServiceFile(dataDir))
    throw new CommandFailure(
      exitCodes.unreachable,
      `No service is running on ${dataDir}. Start one with "npm start", name its directory with ` +
        '--data-dir or DATA_DIR, or name a remote one with --service and --token.',
    );
  function locate(): ReturnType<Locate> {
    const found = readServiceFile(dataDir);
    const message = found ? distrustReason(dataDir, found) : 'it was stopped';
    return found && message === null
      ? ok({ baseUrl: found.url, token: token ?? localToken(dataDir) })
      : err({ kind: 'unreachable', url: found?.url ?? dataDir, message: message ?? '' });
  }

  let located: ReturnType<Locate> | null = null;
  let validUntil = -Infinity;
  return () => {
    if (located?.ok && performance.now() < validUntil) return located;
    located = locate();
    validUntil = performance.now() + validMs;
    return located;
  };
}

function localToken(dataDir: string): string {
  const path = join(dataDir, 'operator-token');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw refused(
      `${path} cannot be read: ${fileReason(error)}. Give a token with --token or FORMLOG_TOKEN.`,
    );
  }
}

function locateRemote(url: string, token: string | undefined): Locate {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw misused(`"${url}" is not a URL with http:// or https://. Correct --service or FORMLOG_SERVICE.`);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw misused('The URL must have no user name or password. Correct --service or FORMLOG_SERVICE.');
  if (token === undefined)
    throw misused('A remote service requires an operator token or an API key: --token or FORMLOG_TOKEN.');
  return () => ok({ baseUrl: url, token });
}

const Accounts = listOf(response(Account, 'id'));

async function onlyAccount(api: Api, retry: Retry): Promise<string> {
  const call = { method: 'GET', path: '/api/admin/v1/accounts' } as const;
  const { data } = valueOf(await retry(() => api.call(call, Accounts)));
  const [first, second] = data;
  if (!first) throw misused('The service has no account yet. Create one with "formlog accounts create".');
  if (second)
    throw misused(
      `There are several accounts: name one with --account or FORMLOG_ACCOUNT, such as ${first.id}, or choose one ` +
        'for all further commands with "formlog accounts use ID".',
    );
  return first.id;
}
