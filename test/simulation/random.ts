/** Chance that comes out the same for the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** A wait with this mean, as between things that happen independently. */
  wait(meanMs: number): number;
  /** A text of letters and digits. */
  id(prefix: string): string;
}

/** Mulberry32: small, and even enough. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<T>(choices: readonly T[]): T {
      const picked = choices[between(0, choices.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    wait: (meanMs) => Math.ceil(-Math.log(1 - next()) * meanMs),
    id: (prefix) => prefix + Math.floor(next() * 2 ** 52).toString(36),
  };
}
