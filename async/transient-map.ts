/** A map of short-lived entries, in insertion order. */
export interface TransientMap<K extends string | number, V extends object> {
  readonly size: number;
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Removes an entry. @returns its value */
  take(key: K): V | undefined;
  entries(): IterableIterator<readonly [K, V]>;
  values(): IterableIterator<V>;
}

/**
 * Returns a map that does not retain removed values. V8's `Map` does: whenever its table is full of removed
 * entries, it begins a new table, and the old one still references its entries and the new table. A full
 * garbage collection promotes everything in use to the old generation, including the table; from then on all
 * later tables, and all values that were in any of them, live until the next full collection. Under load
 * these were every request with its response. Here the tables hold only numbers, which index an array whose
 * slots are reused.
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
