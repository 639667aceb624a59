import { hash as digest, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '../../log/ids.ts';

/**
 * `flg_live_<key id>_<secret>`. The last six characters are a checksum of everything before them, so that a
 * mistyped key is recognized without a look-up. The prefix flg_test_ is reserved.
 */
const format = /^(flg_live_([0-9A-Za-z]{20})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Returns a new key for a key id. It must be shown once and not stored: only its hash is stored. */
export function makeApiKey(keyId: string): string {
  const body = `flg_live_${keyId}_${randomBase62(32)}`;
  return body + checksum(body);
}

/** Returns the id in a key; null for text that cannot be a key. */
export function keyIdOf(key: string): string | null {
  const [, body, keyId, sum] = format.exec(key) ?? [];
  return body !== undefined && keyId !== undefined && checksum(body) === sum ? keyId : null;
}

/** Returns the SHA-256 of a whole key, in hex. */
export const hashOf = (key: string): string => digest('sha256', key);

/** Whether a key has this hash, compared in constant time. */
export function isKeyOf(hash: string, key: string): boolean {
  const [known, given] = [Buffer.from(hash, 'hex'), digest('sha256', key, 'buffer')];
  return known.length === given.length && timingSafeEqual(known, given);
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
