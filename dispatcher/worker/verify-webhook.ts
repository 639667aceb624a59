import { timingSafeEqual } from 'node:crypto';
import { plainDigest, standardDigest, timestampedDigest } from './signature.ts';

/** A webhook request as received. */
export interface ReceivedWebhook {
  /** Headers in any case, for example as Node.js provides them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before any parsing. */
  readonly body: string | Uint8Array;
  /** The signing secret, or several during a rotation, of which any may match. */
  readonly secret: string | readonly string[];
  /**
   * The signature scheme of the destination; `timestamped` by default. It is not taken from the request:
   * otherwise text signed under one scheme could be passed off as a body under another.
   */
  readonly scheme?: 'timestamped' | 'sha256' | 'standard-webhooks';
  readonly now?: Date;
  /** The largest permitted difference between the signature's time and now, in seconds. */
  readonly toleranceSeconds?: number;
  /** The product name in the header names. */
  readonly product?: string;
}

export type Verified =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'missing_header' | 'malformed_signature' | 'outside_tolerance' | 'wrong_signature';
    };

const refused = (reason: Extract<Verified, { ok: false }>['reason']): Verified => ({ ok: false, reason });

/**
 * Verifies that a webhook was signed recently with the secret. Compares in constant time.
 * @returns the reason if the signature is not valid
 * @throws Error for an empty secret, with which every sender could sign
 */
export function verifyWebhook(received: ReceivedWebhook): Verified {
  const { scheme = 'timestamped' } = received;
  if (secretsOf(received).some((secret) => secret === '' || secret === 'whsec_'))
    throw new Error('a webhook cannot be verified with an empty secret');
  switch (scheme) {
    case 'timestamped':
      return verifyTimestamped(received);
    case 'sha256':
      return verifyPlain(received);
    case 'standard-webhooks':
      return verifyStandard(received);
    default:
      return scheme satisfies never;
  }
}

function verifyTimestamped(received: ReceivedWebhook): Verified {
  const header = headerOf(received, signatureName(received));
  if (header === undefined) return refused('missing_header');
  const pairs = header.split(',').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.filter(([key]) => key === name).map(([, value = '']) => value);
  const [t, second] = valuesOf('t');
  const digests = valuesOf('v1');
  if (t === undefined || second !== undefined || digests.length === 0) return refused('malformed_signature');
  return isTimely(received, t)
    ? matches(received, digests, (secret, body) => timestampedDigest(secret, t, body))
    : refused('outside_tolerance');
}

function verifyPlain(received: ReceivedWebhook): Verified {
  const header = headerOf(received, signatureName(received));
  if (header === undefined) return refused('missing_header');
  const [, digest] = /^sha256=([0-9a-f]+)$/.exec(header) ?? [];
  if (digest === undefined) return refused('malformed_signature');
  return matches(received, [digest], plainDigest);
}

function verifyStandard(received: ReceivedWebhook): Verified {
  const id = headerOf(received, 'webhook-id');
  const t = headerOf(received, 'webhook-timestamp');
  const header = headerOf(received, 'webhook-signature');
  if (id === undefined || t === undefined || header === undefined) return refused('missing_header');
  const digests = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));
  if (digests.length === 0) return refused('malformed_signature');
  return isTimely(received, t)
    ? matches(received, digests, (secret, body) => standardDigest(secret, id, t, body))
    : refused('outside_tolerance');
}

const secretsOf = ({ secret }: ReceivedWebhook): readonly string[] =>
  typeof secret === 'string' ? [secret] : secret;

const signatureName = ({ product = 'Service' }: ReceivedWebhook): string =>
  `x-${product}-signature`.toLowerCase();

function headerOf({ headers }: ReceivedWebhook, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? found.join(',') : found;
}

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body, 'utf8') : body;

/** A time that is not a finite number is never within the tolerance. */
function isTimely({ now = new Date(), toleranceSeconds = 300 }: ReceivedWebhook, t: string): boolean {
  const age = /^\d+$/.test(t) ? Math.abs(now.getTime() / 1000 - Number(t)) : Infinity;
  return age <= toleranceSeconds;
}

/** Compares all digests with all secrets, so that the duration does not reveal which one matched. */
function matches(
  received: ReceivedWebhook,
  digests: readonly string[],
  digestOf: (secret: string, body: Uint8Array) => string,
): Verified {
  const body = bytesOf(received.body);
  const wanted = secretsOf(received).map((secret) => Buffer.from(digestOf(secret, body)));
  const equal = digests.flatMap((digest) => {
    const given = Buffer.from(digest);
    return wanted.map((right) => given.length === right.length && timingSafeEqual(given, right));
  });
  return equal.includes(true) ? { ok: true } : refused('wrong_signature');
}
