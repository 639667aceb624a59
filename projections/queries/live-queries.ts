import type { CollectionOf } from '../collections.ts';
import type { Aliases } from '../generations/aliases.ts';

/**
 * Returns queries that read, at each call, the generations that are live at that time.
 * @param make makes the queries for some collections
 */
export function liveQueries<Q extends object>(
  make: (collectionOf: CollectionOf) => Q,
  collectionOf: CollectionOf,
  aliases: Aliases,
): Q {
  const current: CollectionOf = (model) => collectionOf(aliases.current(model));
  let cached: { readonly revision: number; readonly queries: Q } | null = null;
  const live = (): Q => {
    if (cached?.revision !== aliases.revision())
      cached = { revision: aliases.revision(), queries: make(current) };
    return cached.queries;
  };
  return liveProxy(make(collectionOf), live, () => aliases.fresh());
}

/** Returns an object that looks up its methods, and those of its members, at each call. */
function liveProxy<T extends object>(shape: T, live: () => object, ready: () => Promise<void>): T {
  return new Proxy(shape, {
    get(_, name) {
      const member: unknown = Reflect.get(shape, name);
      if (typeof member === 'object' && member !== null)
        return liveProxy(member, () => objectAt(live(), name), ready);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await ready();
        const method: unknown = Reflect.get(live(), name);
        if (typeof method !== 'function') throw new TypeError(`${String(name)} is not a method`);
        return Reflect.apply(method, undefined, args);
      };
    },
  });
}

function objectAt(parent: object, name: PropertyKey): object {
  const member: unknown = Reflect.get(parent, name);
  if (typeof member !== 'object' || member === null) throw new TypeError(`${String(name)} is not an object`);
  return member;
}
