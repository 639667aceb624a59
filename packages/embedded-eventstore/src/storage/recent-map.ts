/** Keeps the entries that were set last: at least `limit` of them, at most twice as many. */
export interface RecentMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
}

/** Drops a generation at a time: a map whose oldest entry is deleted again and again becomes slow. */
export function createRecentMap<V>(limit: number): RecentMap<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size < limit) return;
      old = young;
      young = new Map();
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young.clear();
      old.clear();
    },
  };
}
