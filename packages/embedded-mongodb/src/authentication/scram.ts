import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The server's part of SCRAM-SHA-256 (RFC 5802, RFC 7677), the mechanism by which MongoDB clients log in. */

/** The keys that a server stores for a password. A client cannot authenticate with them. */
export interface StoredPassword {
  readonly salt: Buffer;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The fewest iterations that clients accept: the passwords are random, so further ones would protect nothing. */
const iterations = 4_096;

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Derives the keys of a password. The password has only characters that SASLprep leaves as they are. */
export function storedPassword(password: string): StoredPassword {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  return {
    salt,
    iterations,
    storedKey: sha256(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** An authentication that has begun. */
export interface Conversation {
  readonly user: string;
  /** The server's first message. */
  readonly challenge: string;
  /** Returns the server's last message; null if the client does not know the password. */
  finish(clientFinal: string): string | null;
}

const clientFirstShape = /^n,,(n=([^,]*),r=([^,]+))$/;
const clientFinalShape = /^(c=biws,r=([^,]+)),p=([A-Za-z0-9+/=]+)$/;

/**
 * Begins an authentication.
 * @param clientFirst the client's first message
 * @param passwordOf returns the stored password of a user; for an unknown user, the keys of a password that no client has
 * @returns null if the message is not valid
 */
export function beginScram(
  clientFirst: string,
  passwordOf: (user: string) => StoredPassword,
): Conversation | null {
  const [, bare, escapedUser = '', clientNonce] = clientFirstShape.exec(clientFirst) ?? [];
  if (bare === undefined || clientNonce === undefined) return null;
  const user = escapedUser.replaceAll('=2C', ',').replaceAll('=3D', '=');
  const { salt, storedKey, serverKey, ...stored } = passwordOf(user);
  const nonce = clientNonce + randomBytes(24).toString('base64');
  const challenge = `r=${nonce},s=${salt.toString('base64')},i=${stored.iterations}`;

  function finish(clientFinal: string): string | null {
    const [, withoutProof, sentNonce, proof] = clientFinalShape.exec(clientFinal) ?? [];
    if (withoutProof === undefined || proof === undefined || sentNonce !== nonce) return null;
    const authMessage = `${bare},${challenge},${withoutProof}`;
    const clientKey = xor(Buffer.from(proof, 'base64'), hmac(storedKey, authMessage));
    if (!clientKey || !timingSafeEqual(sha256(clientKey), storedKey)) return null;
    return `v=${hmac(serverKey, authMessage).toString('base64')}`;
  }
  return { user, challenge, finish };
}

/** Returns null for buffers of different lengths. */
function xor(one: Buffer, other: Buffer): Buffer | null {
  if (one.length !== other.length) return null;
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}
