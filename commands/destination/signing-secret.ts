import { randomBytes } from 'node:crypto';
import type { SignatureScheme } from '../../domain/destination/events.ts';
import type { Problem } from '../../domain/errors.ts';

const prefix = 'whsec_';
const minBytes = 24;
const maxBytes = 64;
const minLength = 32;
const maxLength = 128;
/** Fewer indicate repeated text; at random this happens to one secret in millions. */
const minDifferent = 8;

/**
 * Returns a new secret for any scheme: Standard Webhooks prescribes this format, the others treat it as text.
 */
export const makeSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Returns the problems of a given secret under a scheme. Never contains the secret. */
export function secretProblems(secret: string, scheme: SignatureScheme): Problem[] {
  const message = secretFault(secret, scheme);
  return message === null ? [] : [{ path: '/signing_secret', code: 'invalid_format', message }];
}

function secretFault(secret: string, scheme: SignatureScheme): string | null {
  const isSpelled = secret.startsWith(prefix);
  if (scheme === 'standard-webhooks' && !isSpelled) return `Must be ${standardForm}`;
  return isSpelled ? standardFault(secret.slice(prefix.length)) : textFault(secret);
}

const standardForm = `${prefix} and ${minBytes} to ${maxBytes} random bytes in Base64.`;

function standardFault(text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  // Compared as text: decoding ignores characters that are not Base64.
  if (bytes.toString('base64') !== text) return `Must be ${standardForm}`;
  if (bytes.length < minBytes || bytes.length > maxBytes) return `Must be ${standardForm}`;
  return new Set(bytes).size < minDifferent ? 'Must be random: too few of its bytes differ.' : null;
}

function textFault(secret: string): string | null {
  if (!/^[\x21-\x7e]*$/.test(secret)) return 'Must be of visible ASCII characters, without spaces.';
  if (secret.length < minLength || secret.length > maxLength)
    return `Must have ${minLength} to ${maxLength} characters.`;
  return new Set(secret).size < minDifferent ? 'Must be random: too few of its characters differ.' : null;
}
