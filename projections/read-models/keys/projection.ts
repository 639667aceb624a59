import type { Scope } from '../../../domain/api-key/events.ts';
import { idAfter, type Projection } from '../../projection.ts';

export type KeyDocument = Readonly<{
  account_id: string;
  name: string;
  scopes: readonly Scope[];
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}>;

/** Each API key without its hash: requests are authenticated against the log, not this model. */
export const keys: Projection<KeyDocument> = {
  name: 'keys',
  version: 1,
  streamPrefixes: ['apikey-'],
  indexes: [{ keys: { account_id: 1, created_at: -1, _id: -1 } }],
  accountListing: { at: 'created_at' },
  keyOfStream: (stream) => idAfter('apikey-', stream),
  key: ({ stream }) => idAfter('apikey-', stream),
  on: {
    ApiKeyIssued: (_, { event }) => {
      const { accountId, name, scopes, expiresAt, at } = event.data;
      return { account_id: accountId, name, scopes, expires_at: expiresAt, revoked_at: null, created_at: at };
    },
    ApiKeyRevoked: (doc, { event }) => doc && { ...doc, revoked_at: event.data.at },
  },
};
