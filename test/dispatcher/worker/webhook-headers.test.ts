import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signaturesOf, signedHeaders, type Signing } from '../../../dispatcher/worker/signature.ts';
import { headersOf } from '../../../dispatcher/worker/webhook-headers.ts';
import { signatureSchemes } from '../../../domain/destination/events.ts';

const test = suite('headers of a webhook, restored from the log');

const startedAt = '2026-03-01T12:00:00.987Z';
const subject = { deliveryId: 'd-1', kind: 'submission.created' } as const;
const signing: Omit<Signing, 'scheme'> = {
  secrets: ['new', 'old'],
  body: Buffer.from('{}'),
  deliveryId: 'd-1',
  event: subject.kind,
  now: new Date(startedAt),
  product: 'Acme',
};

for (const scheme of signatureSchemes)
  test(`they equal the sent ones, with the scheme ${scheme}`, () => {
    const recorded = { url: 'https://x.test', product: 'Acme', ...signaturesOf({ ...signing, scheme }) };
    assert.equal(headersOf(recorded, subject, startedAt), {
      'content-type': 'application/json',
      'user-agent': 'Acme-Webhooks',
      ...signedHeaders({ ...signing, scheme }),
    });
  });

test('the headers of sent requests never change', () => {
  const recorded = { url: 'https://x.test', product: 'Acme', signature: 't=1,v1=00' };
  assert.equal(headersOf({ ...recorded, standardSignature: 'v1,AA==' }, subject, startedAt), {
    'content-type': 'application/json',
    'user-agent': 'Acme-Webhooks',
    'X-Acme-Signature': 't=1,v1=00',
    'X-Acme-Event': 'submission.created',
    'X-Acme-Delivery': 'd-1',
    'webhook-id': 'd-1',
    'webhook-timestamp': '1772366400',
    'webhook-signature': 'v1,AA==',
  });
});

test('an earlier version of the event recorded all headers', () => {
  const headers = { 'user-agent': 'Other', 'X-Other-Event': 'form.published' };
  assert.equal(headersOf({ url: 'https://x.test', headers }, subject, startedAt), headers);
});

test.run();
