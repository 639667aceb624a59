import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Type from 'typebox';
import { openSecretBox } from '../../commands/support/secret-box.ts';

/** Seals data in tokens that only this service can make and read. */
export interface SealedTokens<T> {
  seal(content: T): string;
  /** Returns the content of a token; null for a token that is not of this service, or of another purpose. */
  open(token: string): T | null;
}

const Sealed = Compile(
  Type.Object({
    keyId: Type.String(),
    nonce: Type.String(),
    ciphertext: Type.String(),
    tag: Type.String(),
    version: Type.Literal(2),
  }),
);

/** The longest token that is looked at, in characters. */
const longest = 4_096;

/**
 * @param purpose tokens of one purpose are refused for any other
 * @param keys the first seals, all open
 */
export function sealedTokens<S extends TSchema>(
  purpose: string,
  content: S,
  [key, ...others]: readonly [Buffer, ...Buffer[]],
): SealedTokens<Static<S>> {
  const box = openSecretBox(key, others);
  const schema = Compile(content);
  return {
    seal: (value) =>
      Buffer.from(JSON.stringify(box.seal(JSON.stringify(value), purpose))).toString('base64url'),
    open(token) {
      if (token.length > longest) return null;
      try {
        const sealed = Sealed.Parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
        return schema.Parse(JSON.parse(box.open(sealed, purpose)));
      } catch {
        return null;
      }
    },
  };
}
