import { createHmac, timingSafeEqual } from 'node:crypto';

/** The greatest difference between the time of a signature and now, in seconds. */
const toleranceSeconds = 300;

export interface SignedBody {
  /** The header `Stripe-Signature`: `t=SECONDS,v1=HEX`, with one `v1` for each secret while a secret is being rolled. */
  readonly header: string | undefined;
  /** The body as it was received. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly now: Date;
}

/**
 * Whether Stripe signed a body recently: one `v1` is the HMAC-SHA-256 of the time `t`, a dot and the body. Other
 * schemes, such as that of test events, are ignored. All digests are compared, each in constant time.
 */
export function isSignedByStripe({ header = '', body, secret, now }: SignedBody): boolean {
  const pairs = header.split(',').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [t = '', ...others] = valuesOf('t');
  if (!/^\d{1,15}$/.test(t) || others.length > 0) return false;
  const digest = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  const equal = valuesOf('v1').map((hex) => {
    const given = Buffer.from(hex, 'hex');
    return /^[0-9a-f]{64}$/i.test(hex) && timingSafeEqual(given, digest);
  });
  const isTimely = Math.abs(now.getTime() / 1_000 - Number(t)) <= toleranceSeconds;
  return isTimely && equal.includes(true);
}
