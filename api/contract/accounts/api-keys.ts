import Type from 'typebox';
import { Scope } from '../../../domain/api-key/events.ts';
import { at, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Listing, Name, named, namedClosed, PageOfCopyQuery, ShownOnce, Timestamp } from '../values.ts';

const keyId = '2aBc3DeF4gHi5JkL6mNo';

const key = { id: keyId, name: 'CI', scopes: ['submissions:read'], expires_at: null };

const KeyItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Scope),
  expires_at: Type.Union([Timestamp, Type.Null()]),
});

const KeyRecord = Type.Object({
  ...KeyItem.properties,
  revoked_at: Type.Union([Timestamp, Type.Null()]),
  created_at: Timestamp,
});

export const ApiKey = named('ApiKey', {
  ...KeyRecord.properties,
  last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'To the minute.' }),
});

export const IssuedKey = named('NewApiKeyWithSecret', {
  ...KeyItem.properties,
  key: Type.Optional(Type.String()),
  created_at: Timestamp,
  shown_once: ShownOnce,
});

const RevokedKey = Type.Omit(KeyRecord, ['created_at'], { $id: 'RevokedApiKey' });

const NewApiKey = namedClosed('NewApiKey', {
  name: Name,
  scopes: Type.Optional(Type.Array(Scope, { minItems: 1, uniqueItems: true })),
  expires_at: Type.Optional(Type.Union([Timestamp, Type.Null()])),
});

export const keyOperations = operations('admin', 'admin: accounts', {
  issueKey: {
    route: 'POST /accounts/:id/keys',
    own: { operationId: 'issueOwnKey' },
    scope: 'account:write',
    summary: 'Issue a key; the response shows it once',
    description:
      'The service stores a hash of the key and cannot show it again. A key issues only keys with scopes that it has itself, and that ' +
      'expire no later than it does.',
    body: NewApiKey,
    response: { 201: IssuedKey },
    answer: 'The new key, in full this once.',
    gives: ['X-Log-Position'],
    errors: ['plan_limit_reached'],
    examples: {
      body: { name: 'CI', scopes: ['submissions:read'] },
      answers: [{ ...key, key: `flg_live_${keyId}_…`, created_at: at }],
    },
  },
  listKeys: {
    route: 'GET /accounts/:id/keys',
    own: { operationId: 'listOwnKeys' },
    scope: 'account:write',
    summary: "List an account's keys",
    description: 'Keys with their scopes and last use, never the keys themselves.',
    querystring: PageOfCopyQuery,
    response: { 200: Listing(ApiKey, 'Keys, newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf({ ...key, revoked_at: null, created_at: at, last_used_at: at })] },
  },
  readKey: {
    route: 'GET /keys/:id',
    own: { operationId: 'readOwnKey' },
    scope: 'account:write',
    summary: 'Read a key',
    description:
      'The key by its id, which is the part of the key between the prefix and the secret. Never the key itself.',
    response: { 200: ApiKey },
    answer: 'The key with its scopes and last use, without the key itself.',
    examples: { answers: [{ ...key, revoked_at: null, created_at: at, last_used_at: at }] },
  },
  revokeKey: {
    route: 'POST /keys/:id/revoke',
    own: { operationId: 'revokeOwnKey' },
    scope: 'account:write',
    summary: 'Revoke a key',
    description: 'Requests with the key are refused within a second in every process.',
    response: { 200: RevokedKey },
    answer: 'The revoked key.',
    gives: ['X-Log-Position'],
    examples: { answers: [{ ...key, revoked_at: at }] },
  },
});
