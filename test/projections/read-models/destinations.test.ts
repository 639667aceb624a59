import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DestinationSettings } from '../../../domain/destination/events.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { configured, inDestination, minute } from '../samples.ts';

const test = suite('projections/read-models/destinations');

const created = {
  account_id: 'acme',
  label: 'CRM',
  url: 'https://crm.example/hook',
  events: ['submission.created'],
  form_id: null,
  included_questions: [],
  included_fields: null,
  signature: 'timestamped',
  concurrency: 8,
  rate_per_second: null,
  enabled: true,
  disabled_because: null,
  disabled_since: null,
  previous_secret_until: null,
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
  assert.not.match(JSON.stringify(documents), /ciphertext|nonce|keyId/);
});

test('a disabled destination shows the reason, an enabled one none', () => {
  assert.equal(documentsOf(destinations, configured('d1'), disabled), {
    d1: {
      ...created,
      enabled: false,
      disabled_because: failures,
      disabled_since: minute(2),
      updated_at: minute(2),
    },
  });
  const enabled = inDestination('d1', { type: 'DestinationEnabled', data: { at: minute(3) } });
  assert.equal(documentsOf(destinations, configured('d1'), disabled, enabled), {
    d1: { ...created, updated_at: minute(3) },
  });
});

test('a change affects only the changed settings', () => {
  const change = (settings: Partial<DestinationSettings>) =>
    inDestination('d1', { type: 'DestinationChanged', data: { settings, at: minute(3) } });
  const moved = change({ url: 'https://crm.example/2', formId: 'f1', includedQuestions: ['Name'] });
  const after = {
    ...created,
    url: 'https://crm.example/2',
    form_id: 'f1',
    included_questions: ['Name'],
    updated_at: minute(3),
  };
  assert.equal(documentsOf(destinations, configured('d1'), moved), { d1: after });
  const limited = change({ formId: null, ratePerSecond: 2, concurrency: 1, events: ['form.published'] });
  assert.equal(documentsOf(destinations, configured('d1'), moved, limited), {
    d1: { ...after, form_id: null, rate_per_second: 2, concurrency: 1, events: ['form.published'] },
  });
});

test('a destination that is created disabled shows that time', () => {
  const documents = documentsOf(destinations, configured('d1', { enabled: false }));
  assert.equal(documents, { d1: { ...created, enabled: false, disabled_since: minute(1) } });
});

test('after a rotation a destination shows the expiry of the previous secret', () => {
  const secret = { keyId: 'k', nonce: 'n2', ciphertext: 'c2', tag: 't2' };
  const rotated = inDestination('d1', {
    type: 'DestinationSecretRotated',
    data: { secret, previousUntil: minute(9), at: minute(4) },
  });
  assert.equal(documentsOf(destinations, configured('d1'), rotated), {
    d1: { ...created, previous_secret_until: minute(9), updated_at: minute(4) },
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
