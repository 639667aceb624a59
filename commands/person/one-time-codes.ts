import { createHash, randomInt } from 'node:crypto';

/** The seconds that a code is valid for. */
const stepSeconds = 30;
/** Codes of the step before and after are accepted too: clocks differ, and people type slowly. */
const stepsAround = 1;
const secretBytes = 20;

/** Returns a new secret for time-based codes (RFC 6238), in Base32. */
export async function newCodeSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: secretBytes }).base32;
}

const generatorOf = async (secret: string, names: { issuer?: string; label?: string } = {}) => {
  // Loaded on demand: most processes see no code.
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
  });
};

/** Returns the address by which an app takes over a secret, from a QR code. */
export const codeAppUri = async (
  secret: string,
  names: { readonly issuer: string; readonly label: string },
): Promise<string> => (await generatorOf(secret, names)).toString();

/**
 * Finds the step that a code was made for: the number of 30-second periods since 1970. The comparison takes the same time for
 * every code.
 * @returns null for a wrong code, and for one of another time
 */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = (await generatorOf(secret)).validate({ token, timestamp, window: stepsAround });
  return delta === null ? null : Math.floor(timestamp / (stepSeconds * 1_000)) + delta;
}

/** Letters and digits that are not mistaken for each other: 32 of them, five bits each. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';
const recoveryCodes = 10;
const groups = 4;
const groupLength = 4;

/** Returns new recovery codes, of 80 random bits each, in groups of four characters. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  );

/**
 * Returns the hash by which a recovery code is stored. A code is random and long, so that a fast hash is enough. Spaces, hyphens
 * and capitals make no difference.
 */
export const recoveryHash = (personId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code of ${personId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest('hex');
