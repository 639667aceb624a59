/** A Bloom filter of keys: it may report a new key as seen, never a seen key as new. */
export interface BloomFilter {
  /** Adds a key. @returns whether the key may have been added before */
  add(key: string): boolean;
}

/** Sized for four million keys at two percent false positives. */
const bits = 1 << 25;
const hashes = 4;

/** Returns an empty filter, of 4 MiB. */
export function openBloomFilter(): BloomFilter {
  const field = new Uint32Array(bits / 32);

  function add(key: string): boolean {
    let [first, second] = twoHashes(key);
    let seen = true;
    for (let n = 0; n < hashes; n++) {
      const at = (first >>> 5) & (field.length - 1);
      const bit = 1 << (first & 31);
      const word = field[at] ?? 0;
      if ((word & bit) === 0) {
        seen = false;
        field[at] = word | bit;
      }
      first = (first + second) >>> 0;
      second = (second + n) >>> 0;
    }
    return seen;
  }

  return { add };
}

/** Two FNV-1a hashes with different seeds; the last steps spread short keys over all bits. */
function twoHashes(key: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
  }
  return [spread(first), spread(second) | 1];
}

/** Returns a number from 0 to 1 for a key, evenly distributed over keys. */
export const shareOf = (key: string): number => twoHashes(key)[0] / 2 ** 32;

function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
