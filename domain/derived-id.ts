import { hash } from 'node:crypto';

export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The length of an id, in digits. */
export const idLength = 20;

/** So many digits are a safe integer, with which JavaScript calculates faster than with a `BigInt`. */
const groupLength = 8;
const groupSize = 62n ** BigInt(groupLength);

/** Returns bytes as a Base62 number with `length` digits, the lowest first; excess digits are cut off. */
export function base62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; text.length < length; number /= groupSize) {
    let group = Number(number % groupSize);
    for (let i = Math.min(groupLength, length - text.length); i > 0; i--) {
      text += base62Digits.charAt(group % 62);
      group = Math.floor(group / 62);
    }
  }
  return text;
}

/** Derives an id from `parts`: the same parts give the same id on any machine. */
export const derivedId = (...parts: readonly string[]): string => base62(digest(parts), idLength);

/** Hashes the parts with their lengths, so that ("ab", "c") and ("a", "bc") differ. */
export const digest = (parts: readonly string[]): Buffer =>
  hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''), 'buffer');
