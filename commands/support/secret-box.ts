import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SealedSecret } from '../../domain/destination/events.ts';

/** Keeps secrets readable in the log only to whoever holds the master key. */
export interface SecretBox {
  /** Seals with the newest key. */
  seal(plain: string): SealedSecret;
  /** @throws SecretUnreadable when it was sealed with a key that is not there, or was tampered with */
  open(sealed: SealedSecret): string;
  /** Names of the master keys that open secrets; a name does not reveal its key. */
  readonly keyIds: readonly string[];
  /** Whether it is sealed with the newest key. */
  isCurrent(sealed: SealedSecret): boolean;
}

/** A sealed secret does not open with the master keys that this process was given. */
export class SecretUnreadable extends Error {
  constructor(
    why: string,
    /** The name of the master key that sealed the secret. */
    readonly keyId: string,
    cause?: unknown,
  ) {
    super(`a sealed secret cannot be opened: ${why}`, { cause });
    this.name = 'SecretUnreadable';
  }
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Names a key without giving it away, so that a wrong one is told from damage. */
const nameOf = (key: Buffer): string =>
  createHash('sha256').update('secret-box:').update(key).digest('hex').slice(0, 16);

/**
 * Seals and opens with AES-256-GCM.
 * @param masterKey 32 bytes, which seals
 * @param otherKeys those that were used before, or are about to be: what they sealed opens as well
 * @throws RangeError for a key of another length
 */
export function openSecretBox(masterKey: Buffer, otherKeys: readonly Buffer[] = []): SecretBox {
  const keys = [masterKey, ...otherKeys];
  for (const { length } of keys)
    if (length !== keyBytes) throw new RangeError(`a master key has ${length} bytes, not ${keyBytes}`);
  const keyId = nameOf(masterKey);
  const byName = new Map(keys.map((key) => [nameOf(key), key]));

  function seal(plain: string): SealedSecret {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes });
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64');
    return {
      keyId,
      nonce: nonce.toString('base64'),
      ciphertext,
      tag: cipher.getAuthTag().toString('base64'),
    };
  }

  function open(sealed: SealedSecret): string {
    const key = byName.get(sealed.keyId);
    if (!key)
      throw new SecretUnreadable(
        `it was sealed with key ${sealed.keyId}, this process has ${[...byName.keys()].join(', ')}`,
        sealed.keyId,
      );
    try {
      const nonce = Buffer.from(sealed.nonce, 'base64');
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
      const plain = [decipher.update(Buffer.from(sealed.ciphertext, 'base64')), decipher.final()];
      return Buffer.concat(plain).toString('utf8');
    } catch (error) {
      throw new SecretUnreadable('it is damaged', sealed.keyId, error);
    }
  }

  return { seal, open, keyIds: [...byName.keys()], isCurrent: (sealed) => sealed.keyId === keyId };
}
