/** The part of an `LRUCache` that is purged. */
interface Expiring {
  readonly size: number;
  purgeStale(): unknown;
}

/**
 * Returns a function to call after an entry was added to a cache: its expired entries then leave memory in time. An
 * `LRUCache` alone keeps an expired entry until somebody asks for it.
 * @param everyMs how long an expired entry may stay
 */
export function purgingExpired(cache: Expiring, everyMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  function arm(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      cache.purgeStale();
      if (cache.size > 0) arm();
    }, everyMs).unref();
  }
  return arm;
}
