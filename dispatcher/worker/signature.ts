import { createHmac } from 'node:crypto';
import type { SignatureScheme } from '../../domain/destination/events.ts';

/** What one request is signed with. */
export interface Signing {
  readonly scheme: SignatureScheme;
  /** The newest first; a second one while a secret is being rotated. */
  readonly secrets: readonly string[];
  readonly body: Buffer;
  readonly deliveryId: string;
  /** The event kind. */
  readonly event: string;
  readonly now: Date;
  /** The word in the three header names: `X-<product>-Signature`. */
  readonly product: string;
}

/** The headers that say what a request is and prove who sent it. */
export function signedHeaders(signing: Signing): Record<string, string> {
  const { scheme, event, deliveryId, product, now } = signing;
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    [`X-${product}-Signature`]: scheme === 'sha256' ? plainSignature(signing) : timestamped(signing, seconds),
    [`X-${product}-Event`]: event,
    [`X-${product}-Delivery`]: deliveryId,
    ...(scheme === 'standard-webhooks' && {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signing.secrets
        .map((secret) => `v1,${standardDigest(secret, deliveryId, seconds, signing.body)}`)
        .join(' '),
    }),
  };
}

const timestamped = ({ secrets, body }: Signing, seconds: number): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `v1=${timestampedDigest(secret, seconds, body)}`)].join(',');

/**
 * This form has room for one digest only: receivers compare the whole header. While a secret is being rotated it
 * is that of the one before, so that the receiver has as long as the overlap lasts to learn the new one.
 */
function plainSignature({ secrets, body }: Signing): string {
  const secret = secrets.at(-1);
  if (secret === undefined) throw new Error('a request cannot be signed without a secret');
  return `sha256=${plainDigest(secret, body)}`;
}

/** HMAC-SHA-256 over `<t>.<body>`, hex; `t` is text so that a receiver checks just what it was sent. */
export const timestampedDigest = (secret: string, t: string | number, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');

/** HMAC-SHA-256 over the body alone, hex. */
export const plainDigest = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex');

const secretPrefix = 'whsec_';

/** The digest of Standard Webhooks, Base64: over `<id>.<t>.<body>`, keyed with the bytes that `whsec_…` spells. */
export function standardDigest(secret: string, id: string, t: string | number, body: Uint8Array): string {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  return createHmac('sha256', key).update(`${id}.${t}.`).update(body).digest('base64');
}
