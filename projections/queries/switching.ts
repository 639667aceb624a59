import type { Aliases } from '../aliases.ts';
import type { ReadStore } from '../read-store.ts';

/**
 * Queries that ask, at each call, the generations that are read at that moment.
 * @param make makes the queries of the collections that a store gives
 */
export function switching<Q extends object>(
  make: (store: ReadStore) => Q,
  store: ReadStore,
  aliases: Aliases,
): Q {
  const current: ReadStore = { ...store, collection: (model) => store.collection(aliases.current(model)) };
  let made: { readonly revision: number; readonly queries: Q } | null = null;
  const now = (): Q => {
    if (made?.revision !== aliases.revision())
      made = { revision: aliases.revision(), queries: make(current) };
    return made.queries;
  };
  return through(make(store), now, () => aliases.fresh());
}

/** An object whose methods, its members' methods too, are looked up when they are called. */
function through<T extends object>(shape: T, now: () => object, ready: () => Promise<void>): T {
  return new Proxy(shape, {
    get(_, name) {
      const member: unknown = Reflect.get(shape, name);
      if (typeof member === 'object' && member !== null)
        return through(member, () => objectAt(now(), name), ready);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await ready();
        const method: unknown = Reflect.get(now(), name);
        if (typeof method !== 'function') throw new TypeError(`${String(name)} is no method`);
        return Reflect.apply(method, undefined, args);
      };
    },
  });
}

function objectAt(parent: object, name: PropertyKey): object {
  const member: unknown = Reflect.get(parent, name);
  if (typeof member !== 'object' || member === null) throw new TypeError(`${String(name)} is no object`);
  return member;
}
