import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiKey } from '../../../domain/api-key/decider.ts';
import type { ApiKeyEvent } from '../../../domain/api-key/events.ts';
import { fold } from '../../../domain/decider.ts';
import { given } from '../../support/spec.ts';

const test = suite('API key');
const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const data: Extract<ApiKeyEvent, { type: 'ApiKeyIssued' }>['data'] = {
  keyId: 'k1',
  accountId: 'acc',
  name: 'Server',
  hash: 'ab'.repeat(32),
  scopes: ['forms:read'],
  expiresAt: null,
  at,
};
const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data };
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { at: later } };

test('is issued once', () => {
  given(apiKey, [])
    .when({ type: 'IssueApiKey', ...data })
    .then([issued]);
  given(apiKey, [issued])
    .when({ type: 'IssueApiKey', ...data })
    .then({ code: 'already_exists' });
});

test('is revoked once, for good', () => {
  given(apiKey, [issued]).when({ type: 'RevokeApiKey', at: later }).then([revoked]);
  given(apiKey, [issued, revoked]).when({ type: 'RevokeApiKey', at: later }).then([]);
  given(apiKey, []).when({ type: 'RevokeApiKey', at }).then({ code: 'not_found' });
});

test('cannot be issued again once it is revoked', () => {
  given(apiKey, [issued, revoked])
    .when({ type: 'IssueApiKey', ...data })
    .then({ code: 'already_exists' });
});

test('keeps its issued data and the time of its revocation', () => {
  const { at: _, ...key } = data;
  assert.equal(fold(apiKey, apiKey.initial, [issued]), { exists: true, ...key, revokedAt: null });
  assert.equal(fold(apiKey, apiKey.initial, [issued, revoked]), { exists: true, ...key, revokedAt: later });
});

test.run();
