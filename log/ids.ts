import { randomBytes } from 'node:crypto';
import { base62, base62Digits, digest, idLength } from '../domain/derived-id.ts';

/** Eight digits hold milliseconds for 6,900 years; the rest of an id has 71 bits. */
const timeLength = 8;
const restLength = idLength - timeLength;
const restBytes = 9;

/** Returns milliseconds since 1970 as eight digits that sort as the number does. */
export function timeDigits(ms: number): string {
  let text = '';
  for (let rest = ms, i = 0; i < timeLength; i++, rest = Math.floor(rest / 62))
    text = base62Digits.charAt(rest % 62) + text;
  return text;
}

/** Random bytes are read in pages, because each read is a system call. */
const pageSize = 4_096;
let page = Buffer.alloc(0);
let used = 0;

function nextBytes(count: number): Buffer {
  if (used + count > page.length) {
    page = randomBytes(pageSize);
    used = 0;
  }
  used += count;
  return page.subarray(used - count, used);
}

/**
 * Returns a new id: 20 Base62 characters, the first eight for the time, the others random. Consecutive ids
 * are adjacent in every index, so that a store writes few pages for many of them.
 */
export const newId = (): string => timeDigits(Date.now()) + base62(nextBytes(restBytes), restLength);

/** Returns random Base62 text of the given length, for keys and secrets. */
export const randomBase62 = (length: number): string => base62(randomBytes(length), length);

/** Derives a UUID from `parts`, for event ids: a retried append then has the same ids. */
function derivedUuid(...parts: readonly string[]): string {
  const bytes = digest(parts).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether a UUID was made by `derivedUuid`; a random UUID has another version. */
export const isDerivedUuid = (uuid: string): boolean => uuid.charAt(14) === '8';

/**
 * Returns the id of an event that is appended under an idempotency key. @param index the event's index in its
 * append, from 0
 */
export const eventIdUnder = (idempotencyKey: string, stream: string, index: number): string =>
  derivedUuid(idempotencyKey, stream, String(index));
