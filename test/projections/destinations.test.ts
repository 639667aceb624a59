import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinations } from '../../projections/destinations.ts';
import { documentsOf } from './documents-of.ts';
import { configured, inDestination, minute } from './samples.ts';

const test = suite('projections/destinations');

const created = {
  account_id: 'acme',
  label: 'CRM',
  url: 'https://crm.example/hook',
  events: ['submission.created'],
  form_id: null,
  included_questions: [],
  signature: 'timestamped',
  concurrency: 8,
  rate_per_second: null,
  enabled: true,
  disabled_because: null,
  created_at: minute(1),
  updated_at: minute(1),
};

const failures = {
  kind: 'failures' as const,
  exhausted: 5,
  attempts: 45,
  failedSince: minute(1),
};
const disabled = inDestination('d1', {
  type: 'DestinationDisabled',
  data: { reason: failures, at: minute(2) },
});

test('a destination shows its settings and never a secret', () => {
  const documents = documentsOf(destinations, configured('d1'));
  assert.equal(documents, { d1: created });
  assert.not.match(JSON.stringify(documents), /secret|ciphertext/);
});

test('disabled with the reason, enabled without', () => {
  assert.equal(documentsOf(destinations, configured('d1'), disabled), {
    d1: { ...created, enabled: false, disabled_because: failures, updated_at: minute(2) },
  });
  const enabled = inDestination('d1', { type: 'DestinationEnabled', data: { at: minute(3) } });
  assert.equal(documentsOf(destinations, configured('d1'), disabled, enabled), {
    d1: { ...created, updated_at: minute(3) },
  });
});

test('a new secret shows as a change only', () => {
  const secret = { keyId: 'k', nonce: 'n2', ciphertext: 'c2', tag: 't2' };
  const rotated = inDestination('d1', {
    type: 'DestinationSecretRotated',
    data: { secret, previousUntil: null, at: minute(4) },
  });
  assert.equal(documentsOf(destinations, configured('d1'), rotated), {
    d1: { ...created, updated_at: minute(4) },
  });
});

test('a removed destination is deleted', () => {
  const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(5) } });
  assert.equal(documentsOf(destinations, configured('d1'), configured('d2'), removed), {
    d1: null,
    d2: created,
  });
});

test.run();
