import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders, type Signing, standardDigest } from '../../../dispatcher/worker/signature.ts';
import { verifyWebhook } from '../../../dispatcher/worker/verify-webhook.ts';

const test = suite('signature');

const now = new Date('2026-03-02T12:00:00.900Z');
const t = 1772452800;
const signing: Signing = {
  scheme: 'timestamped',
  secrets: ['newest secret'],
  body: Buffer.from('{"form":"Umfrage für alle"}'),
  deliveryId: 'd1',
  event: 'submission.created',
  now,
  product: 'Service',
};
const standardSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

test('t,v1: the digest covers the time, a dot and the raw body', () => {
  assert.equal(signedHeaders(signing), {
    'X-Service-Signature': `t=${t},v1=${hmac('newest secret', `${t}.${String(signing.body)}`)}`,
    'X-Service-Event': 'submission.created',
    'X-Service-Delivery': 'd1',
  });
});

test('during a rotation both secrets sign, the new one first', () => {
  const headers = signedHeaders({ ...signing, secrets: ['new', 'old'] });
  const text = `${t}.${String(signing.body)}`;
  assert.is(headers['X-Service-Signature'], `t=${t},v1=${hmac('new', text)},v1=${hmac('old', text)}`);
  for (const secret of ['new', 'old'])
    assert.equal(verifyWebhook({ headers, body: signing.body, secret, now }), { ok: true });
});

test('sha256=: the digest covers the raw body only', () => {
  const headers = signedHeaders({ ...signing, scheme: 'sha256' });
  assert.is(headers['X-Service-Signature'], `sha256=${hmac('newest secret', String(signing.body))}`);
  const received = { headers, body: signing.body, secret: 'newest secret', scheme: 'sha256' } as const;
  assert.equal(verifyWebhook(received), { ok: true });
  assert.equal(verifyWebhook({ ...received, body: 'other' }), { ok: false, reason: 'wrong_signature' });
  assert.equal(verifyWebhook({ ...received, headers: { 'x-service-signature': 'sha256=' } }), {
    ok: false,
    reason: 'malformed_signature',
  });
});

test('sha256= has one digest, made with the previous secret until a rotation is over', () => {
  const headers = signedHeaders({ ...signing, scheme: 'sha256', secrets: ['new', 'old'] });
  assert.is(headers['X-Service-Signature'], `sha256=${hmac('old', String(signing.body))}`);
  const received = { headers, body: signing.body, scheme: 'sha256' } as const;
  assert.is(verifyWebhook({ ...received, secret: 'new' }).ok, false);
});

test('a receiver with two secrets accepts signatures of both', () => {
  for (const scheme of ['timestamped', 'sha256', 'standard-webhooks'] as const)
    for (const secret of ['new', 'old']) {
      const headers = signedHeaders({ ...signing, scheme, secrets: [secret] });
      const received = { headers, body: signing.body, scheme, now };
      assert.equal(verifyWebhook({ ...received, secret: ['new', 'old'] }), { ok: true });
      assert.is(verifyWebhook({ ...received, secret: ['other', 'another'] }).ok, false);
      assert.is(verifyWebhook({ ...received, secret: [] }).ok, false);
    }
});

test('the published vector of Standard Webhooks', () => {
  const body = Buffer.from('{"test": 2432232314}');
  assert.is(
    standardDigest(standardSecret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, body),
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('an independent verifier accepts the Standard Webhooks headers with both secrets of a rotation', () => {
  const other = `whsec_${Buffer.from('another secret of 24 by.').toString('base64')}`;
  const headers = signedHeaders({
    ...signing,
    scheme: 'standard-webhooks',
    secrets: [standardSecret, other],
    now: new Date(),
  });
  for (const secret of [standardSecret, other]) {
    assert.equal(new Webhook(secret).verify(signing.body, headers), { form: 'Umfrage für alle' });
    const received = { headers, body: signing.body, secret } as const;
    assert.equal(verifyWebhook({ ...received, scheme: 'standard-webhooks' }), { ok: true });
    assert.equal(verifyWebhook(received), { ok: true }, 'the three headers are there as well');
  }
});

test('the product name is in all three header names', () => {
  const headers = signedHeaders({ ...signing, product: 'Acme' });
  assert.equal(Object.keys(headers), ['X-Acme-Signature', 'X-Acme-Event', 'X-Acme-Delivery']);
  const received = { headers, body: signing.body, secret: 'newest secret', now };
  assert.equal(verifyWebhook({ ...received, product: 'Acme' }), { ok: true });
  assert.equal(verifyWebhook(received), { ok: false, reason: 'missing_header' });
});

test('timestamps are valid for 300 seconds either way, not one more', () => {
  const headers = signedHeaders(signing);
  const at = (seconds: number) =>
    verifyWebhook({
      headers,
      body: signing.body,
      secret: 'newest secret',
      now: new Date((t + seconds) * 1000),
    });
  for (const seconds of [-300, 0, 300]) assert.equal(at(seconds), { ok: true });
  for (const seconds of [-301, 301]) assert.equal(at(seconds), { ok: false, reason: 'outside_tolerance' });
});

test('each kind of invalid signature has its reason', () => {
  const good = signedHeaders(signing)['X-Service-Signature'] ?? '';
  const digest = good.slice(good.indexOf('v1=') + 3);
  const cases: [string | undefined, string][] = [
    [undefined, 'missing_header'],
    ['', 'malformed_signature'],
    [`v1=${digest}`, 'malformed_signature'],
    [`t=${t}`, 'malformed_signature'],
    [`t=${t},t=${t},v1=${digest}`, 'malformed_signature'],
    [`t=NaN,v1=${digest}`, 'outside_tolerance'],
    [`t=Infinity,v1=${digest}`, 'outside_tolerance'],
    [`t=1e400,v1=${digest}`, 'outside_tolerance'],
    [`t=${t + 1},v1=${digest}`, 'wrong_signature'],
    [`t=${t},v1=${digest.toUpperCase()}`, 'wrong_signature'],
    [`t=${t},v1=${digest.slice(1)}`, 'wrong_signature'],
    [`t=${t},v0=${digest}`, 'malformed_signature'],
  ];
  for (const [signature, reason] of cases) {
    const headers = { 'x-service-signature': signature };
    const received = { headers, body: signing.body, secret: 'newest secret', now };
    assert.equal(verifyWebhook(received), { ok: false, reason }, signature ?? 'none');
  }
  assert.equal(verifyWebhook({ headers: signedHeaders(signing), body: signing.body, secret: 'other', now }), {
    ok: false,
    reason: 'wrong_signature',
  });
});

test('an empty secret is an error, since every sender could sign with it', () => {
  const headers = signedHeaders({ ...signing, secrets: [''] });
  for (const secret of ['', ['good', ''], 'whsec_'])
    assert.throws(() => verifyWebhook({ headers, body: signing.body, secret, now }), /empty secret/);
});

test('text signed under one scheme does not pass as the body of another', () => {
  const header = signedHeaders(signing)['X-Service-Signature'] ?? '';
  const forged = { 'x-service-signature': `sha256=${header.slice(header.indexOf('v1=') + 3)}` };
  const body = `${t}.${String(signing.body)}`;
  assert.is(verifyWebhook({ headers: forged, body, secret: 'newest secret', now }).ok, false);
});

test.run();
