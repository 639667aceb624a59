import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

export const scopes = [
  'forms:read',
  'forms:write',
  'submissions:read',
  'submissions:write',
  'files:write',
  'payments:write',
  'webhooks:read',
  'webhooks:write',
  /** The members of the account, its keys, its settings. */
  'account:write',
] as const;
export const Scope = Type.Enum(scopes);
export type Scope = Static<typeof Scope>;

/** The scopes of a key that is issued without any: all but that of the account itself. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'account:write');

export const apiKeyEvents = {
  /** `hash`: the SHA-256 of the whole key, in hex; the key itself is shown once and not stored. */
  ApiKeyIssued: v1(
    Type.Object({
      keyId: Type.String(),
      accountId: Type.String(),
      name: Type.String(),
      hash: Type.String(),
      scopes: Type.Array(Scope),
      expiresAt: Type.Union([Timestamp, Type.Null()]),
      at: Timestamp,
    }),
  ),
  ApiKeyRevoked: v1(Type.Object({ at: Timestamp })),
};

export type ApiKeyEvent = EventOf<typeof apiKeyEvents>;
