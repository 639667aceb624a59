import { createHmac } from 'node:crypto';
import type { SignatureScheme } from '../../domain/destination/events.ts';

/** The input of a request's signature. */
export interface Signing {
  readonly scheme: SignatureScheme;
  /** The newest first; a second secret during a rotation. */
  readonly secrets: readonly string[];
  readonly body: Buffer;
  readonly deliveryId: string;
  /** The event kind. */
  readonly event: string;
  readonly now: Date;
  /** The product name in the three header names: `X-<product>-Signature`. */
  readonly product: string;
}

/** The signatures of a request. */
export interface Signatures {
  readonly signature: string;
  /** Of the scheme `standard-webhooks` alone. */
  readonly standardSignature?: string;
}

/** Signs a request. */
export function signaturesOf(signing: Signing): Signatures {
  const { scheme, deliveryId, body, secrets, now } = signing;
  const seconds = secondsOf(now);
  const signature = scheme === 'sha256' ? plainSignature(signing) : timestamped(signing, seconds);
  if (scheme !== 'standard-webhooks') return { signature };
  const digests = secrets.map((secret) => `v1,${standardDigest(secret, deliveryId, seconds, body)}`);
  return { signature, standardSignature: digests.join(' ') };
}

/** Returns the headers that describe a request, with its signatures. */
export const describingHeaders = (
  { signature, standardSignature }: Signatures,
  { product, event, deliveryId, now }: Pick<Signing, 'product' | 'event' | 'deliveryId' | 'now'>,
): Record<string, string> => ({
  [`X-${product}-Signature`]: signature,
  [`X-${product}-Event`]: event,
  [`X-${product}-Delivery`]: deliveryId,
  ...(standardSignature !== undefined && {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(secondsOf(now)),
    'webhook-signature': standardSignature,
  }),
});

/** Returns the headers that describe and sign a request. */
export const signedHeaders = (signing: Signing): Record<string, string> =>
  describingHeaders(signaturesOf(signing), signing);

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

const timestamped = ({ secrets, body }: Signing, seconds: number): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `v1=${timestampedDigest(secret, seconds, body)}`)].join(',');

/**
 * This format has room for one digest only, because receivers compare the whole header. During a rotation the
 * previous secret signs, so that the receiver has the whole overlap to adopt the new one.
 */
function plainSignature({ secrets, body }: Signing): string {
  const secret = secrets.at(-1);
  if (secret === undefined) throw new Error('a request cannot be signed without a secret');
  return `sha256=${plainDigest(secret, body)}`;
}

/**
 * Returns the HMAC-SHA-256 over `<t>.<body>` in hex; `t` is text, so that a receiver checks exactly the text
 * that it received.
 */
export const timestampedDigest = (secret: string, t: string | number, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');

/** Returns the HMAC-SHA-256 over the body, in hex. */
export const plainDigest = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex');

const secretPrefix = 'whsec_';

/**
 * Returns the digest of Standard Webhooks in Base64: over `<id>.<t>.<body>`, keyed with the bytes that
 * `whsec_…` encodes.
 */
export function standardDigest(secret: string, id: string, t: string | number, body: Uint8Array): string {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  return createHmac('sha256', key).update(`${id}.${t}.`).update(body).digest('base64');
}
