import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SealedSecret } from '../domain/destination/events.ts';

/** Seals secrets, so that only holders of the master key can read them in the log. */
export interface SecretBox {
  /** Seals a secret with the newest key. @param owner the id of its destination, or the stream of its payment provider */
  seal(plain: string, owner: string): SealedSecret;
  /**
   * Opens a sealed secret of an owner.
   * @throws SecretUnreadable if its key is missing, if it was tampered with, or if it belongs to another owner
   */
  open(sealed: SealedSecret, owner: string): string;
  /** The names of the master keys that open secrets; a name does not reveal its key. */
  readonly keyIds: readonly string[];
  /** Whether a secret is sealed with the newest key, and for its owner alone. */
  isCurrent(sealed: SealedSecret): boolean;
}

/** A sealed secret cannot be opened with the master keys of this process. */
export class SecretUnreadable extends Error {
  constructor(
    reason: string,
    /** The name of the master key that sealed the secret. */
    readonly keyId: string,
    cause?: unknown,
  ) {
    super(`a sealed secret cannot be opened: ${reason}`, { cause });
    this.name = 'SecretUnreadable';
  }
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Returns a name for a key that does not reveal it, so that a wrong key is distinguished from damage. */
const nameOf = (key: Buffer): string =>
  createHash('sha256').update('secret-box:').update(key).digest('hex').slice(0, 16);

/**
 * Seals and opens with AES-256-GCM.
 * @param masterKey the key that seals, 32 bytes
 * @param otherKeys earlier or future keys, which only open
 * @throws RangeError for a key of another length
 */
export function openSecretBox(masterKey: Buffer, otherKeys: readonly Buffer[] = []): SecretBox {
  const keys = [masterKey, ...otherKeys];
  for (const { length } of keys)
    if (length !== keyBytes) throw new RangeError(`a master key has ${length} bytes, not ${keyBytes}`);
  const keyId = nameOf(masterKey);
  const byName = new Map(keys.map((key) => [nameOf(key), key]));

  function seal(plain: string, owner: string): SealedSecret {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(owner));
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64');
    return {
      keyId,
      nonce: nonce.toString('base64'),
      ciphertext,
      tag: cipher.getAuthTag().toString('base64'),
      version: 2,
    };
  }

  function open(sealed: SealedSecret, owner: string): string {
    const key = byName.get(sealed.keyId);
    if (!key)
      throw new SecretUnreadable(
        `it was sealed with key ${sealed.keyId}, this process has ${[...byName.keys()].join(', ')}`,
        sealed.keyId,
      );
    try {
      const nonce = Buffer.from(sealed.nonce, 'base64');
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      // Version 1 was not bound to its owner.
      if (sealed.version === 2) decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
      const plain = [decipher.update(Buffer.from(sealed.ciphertext, 'base64')), decipher.final()];
      return Buffer.concat(plain).toString('utf8');
    } catch (error) {
      throw new SecretUnreadable('it is damaged, or not of this owner', sealed.keyId, error);
    }
  }

  return {
    seal,
    open,
    keyIds: [...byName.keys()],
    isCurrent: (sealed) => sealed.keyId === keyId && sealed.version === 2,
  };
}
