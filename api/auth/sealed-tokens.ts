import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { openSecretBox } from '../../commands/secret-box.ts';

/** Seals data in tokens that only this service can make and read. */
export interface SealedTokens<T> {
  seal(content: T): string;
  /** Returns the content of a token; null for a token that is not of this service, or of another purpose. */
  open(token: string): T | null;
}

/** The longest token that is looked at, in characters. */
const longest = 4_096;
/** A token is its key's name, nonce, tag and ciphertext, of these lengths in bytes. */
const [keyIdBytes, nonceBytes, tagBytes] = [8, 12, 16];
const headBytes = keyIdBytes + nonceBytes + tagBytes;

/**
 * @param purpose tokens of one purpose are refused for any other
 * @param keys the first seals, all open
 */
export function sealedTokens<S extends TSchema>(
  purpose: string,
  content: S,
  keys: readonly [Buffer, ...Buffer[]],
): SealedTokens<Static<S>> {
  const [key, ...others] = keys;
  const box = openSecretBox(key, others);
  const schema = Compile(content);
  return {
    seal(value) {
      const { keyId, nonce, tag, ciphertext } = box.seal(JSON.stringify(value), purpose);
      const parts = [nonce, tag, ciphertext].map((part) => Buffer.from(part, 'base64'));
      return Buffer.concat([Buffer.from(keyId, 'hex'), ...parts]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token.slice(0, longest), 'base64url');
      if (bytes.length <= headBytes) return null;
      const part = (from: number, to?: number) => bytes.subarray(from, to).toString('base64');
      try {
        const plain = box.open(
          {
            keyId: bytes.subarray(0, keyIdBytes).toString('hex'),
            nonce: part(keyIdBytes, keyIdBytes + nonceBytes),
            tag: part(keyIdBytes + nonceBytes, headBytes),
            ciphertext: part(headBytes),
            version: 2,
          },
          purpose,
        );
        return schema.Parse(JSON.parse(plain));
      } catch {
        return null;
      }
    },
  };
}
