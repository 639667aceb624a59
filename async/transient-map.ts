/** A map of what comes and goes quickly, in the order in which it came. */
export interface TransientMap<K extends string | number, V extends object> {
  readonly size: number;
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Takes an entry out. @returns what it was */
  take(key: K): V | undefined;
  entries(): IterableIterator<readonly [K, V]>;
  values(): IterableIterator<V>;
}

/**
 * Beside what it has, a `Map` of V8 keeps alive what it had. Whenever its table is full of what came and went, it begins
 * a new one, and the old one goes on naming what was in it and leads to the new one. A full garbage collection makes
 * whatever is in use old: also the table, and from then on all tables after it, and all that was in any of them, live
 * until the next full one. Under load that was each request with its answer. Here tables hold numbers only, and what
 * the numbers stand for is in an array, whose places are used again.
 */
export function createTransientMap<K extends string | number, V extends object>(): TransientMap<K, V> {
  const places = new Map<K, number>();
  const values: (V | null)[] = [];
  const free: number[] = [];

  const at = (place: number | undefined): V | undefined =>
    place === undefined ? undefined : (values[place] ?? undefined);

  function* entries(): IterableIterator<readonly [K, V]> {
    for (const [key, place] of places) {
      const value = at(place);
      if (value) yield [key, value];
    }
  }

  return {
    get size() {
      return places.size;
    },
    has: (key) => places.has(key),
    get: (key) => at(places.get(key)),
    set(key, value) {
      const place = places.get(key) ?? free.pop() ?? values.length;
      places.set(key, place);
      values[place] = value;
    },
    take(key) {
      const place = places.get(key);
      if (place === undefined) return undefined;
      const value = at(place);
      places.delete(key);
      values[place] = null;
      free.push(place);
      return value;
    },
    entries,
    *values() {
      for (const [, value] of entries()) yield value;
    },
  };
}
