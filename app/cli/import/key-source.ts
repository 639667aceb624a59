import { NewKey, Anything } from '../answers.ts';
import type { ApiClient } from '../client.ts';
import { failureOf, valueOf } from '../explain.ts';
import type { Retry } from './retry.ts';

/** The API key that rows are submitted with. */
export interface KeySource {
  /** @throws CommandFailure if no key is available */
  get(): Promise<string>;
  /** Revokes a key created for this import. @returns the reason of a failure, or null */
  close(): Promise<string | null>;
}

/** The user's own key. */
export const givenKey = (key: string): KeySource => ({
  get: () => Promise.resolve(key),
  close: () => Promise.resolve(null),
});

const lifetimeMs = 3_600_000;
const renewBeforeMs = 600_000;

/** Temporary keys that can only submit and expire after an hour; a longer import gets another key. */
export function temporaryKey(api: ApiClient, retry: Retry, accountId: string): KeySource {
  let current: ReturnType<typeof issue> | null = null;

  async function issue() {
    const madeAt = Date.now();
    const body = {
      name: 'import',
      scopes: ['submissions:write'],
      expires_at: new Date(madeAt + lifetimeMs).toISOString(),
    };
    const path = `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/keys`;
    const { id, key } = valueOf(await retry(() => api.call({ method: 'POST', path, body }, NewKey)));
    return { id, key, renewAt: madeAt + lifetimeMs - renewBeforeMs };
  }

  async function get(): Promise<string> {
    const asked = (current ??= issue());
    const { key, renewAt } = await asked;
    if (Date.now() < renewAt) return key;
    // Calls under way still use the old key, so it is left to expire. Waiting calls share one request for a new key.
    if (current === asked) current = issue();
    return (await current).key;
  }

  async function close(): Promise<string | null> {
    const made = await current?.catch(() => null);
    if (!made) return null;
    const revoked = await api.call(
      { method: 'POST', path: `/api/admin/v1/keys/${made.id}/revoke` },
      Anything,
    );
    return revoked.ok
      ? null
      : `The key of this import could not be revoked: ${failureOf(revoked.error).message}`;
  }

  return { get, close };
}
