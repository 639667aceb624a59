import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isSignedByStripe } from '../../../../api/payments/stripe/signature.ts';
import { signatureOf } from './stripe-events.ts';

const test = suite('the signature of Stripe');
const secret = 'whsec_test_a1B2c3D4e5F6g7H8';
const now = new Date('2026-03-01T12:00:00Z');
const body = '{"id":"evt_1","amount":1250, "name":"Zoë"}';
const header = signatureOf(body, [secret], now);
const seconds = (count: number) => new Date(now.getTime() + count * 1_000);

const accepts = (change: { header?: string | undefined; body?: string; now?: Date }) =>
  isSignedByStripe({ header, secret, now, ...change, body: Buffer.from(change.body ?? body) });

test('is accepted for the bytes that were signed', () => {
  assert.ok(accepts({}));
  // Computed with OpenSSL: printf '1772366400.{}' | openssl dgst -sha256 -hmac whsec_example
  const v1 = 'ce8e8439ca0dd8e5d855c7edc6d357088c94681997530ce693d8d879fde9dfb0';
  const example = { header: `t=1772366400,v1=${v1}`, body: Buffer.from('{}'), secret: 'whsec_example', now };
  assert.ok(isSignedByStripe(example));
});

test('is accepted within five minutes, before and after', () => {
  for (const age of [-300, -1, 1, 300]) assert.ok(accepts({ now: seconds(age) }), String(age));
  for (const age of [-301, 301, 86_400]) assert.not(accepts({ now: seconds(age) }), String(age));
});

test('is accepted if one of several matches, in any place', () => {
  for (const secrets of [
    [secret, 'whsec_new'],
    ['whsec_new', secret],
  ])
    assert.ok(accepts({ header: signatureOf(body, secrets, now) }));
});

test('is refused for other bytes, another secret or another time', () => {
  assert.not(accepts({ body: `${body} ` }));
  assert.not(accepts({ body: body.replace(', ', ',') }));
  assert.not(accepts({ header: signatureOf(body, ['whsec_other'], now) }));
  assert.not(accepts({ header: header.replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1_000) + 1}`) }));
});

test('is refused if it is incomplete, ambiguous or of another scheme', () => {
  const [t = '', v1 = ''] = header.split(',');
  const wrong = [
    undefined,
    '',
    t,
    v1,
    `${t},${t},${v1}`,
    `${t},v1=`,
    `${t},v0=${v1.slice(3)}`,
    `t=NaN,${v1}`,
    `t=1e9,${v1}`,
    `${t},${v1.slice(0, -1)}`,
    `${t},${v1}0`,
    `${t},v1=${'ж'.repeat(32)}`,
    `${t};${v1}`,
    ','.repeat(10_000),
  ];
  for (const one of wrong) assert.not(accepts({ header: one }), one);
});

test.run();
