import { Fenced } from '../../../coordination/leases/lease.ts';
import type { ParkedStore } from '../../../projections/parking/parked-keys.ts';
import { nameOfScope, type ParkedKey, type ParkedKeys } from '../../../projections/parking/parking.ts';
import type { Call } from './memory-leases.ts';

interface Kept {
  readonly key: ParkedKey;
  readonly revision: number;
}

/** The parked keys of the one model that parks any. */
export interface MemoryParked {
  keysFor(call: Call): Omit<ParkedStore, 'untilParked'>;
  /** Whether an account is parked as a whole. */
  hasAccount(accountId: string): boolean;
  isEmpty(): boolean;
  /** An operator asks that everything be retried. */
  requestRetry(): void;
  /** Settles with the next request, or with the signal. */
  requested(signal: AbortSignal): Promise<void>;
  empty(): void;
}

export function openMemoryParked(): MemoryParked {
  const stored = new Map<string, Kept>();
  let asked: ReadonlySet<string> = new Set();
  let waiting: (() => void)[] = [];

  function keysFor(call: Call): Omit<ParkedStore, 'untilParked'> {
    let known: ReadonlyMap<string, Kept> = new Map();
    let keys: ParkedKeys = new Map();
    const remember = (next: ReadonlyMap<string, Kept>): void => {
      known = next;
      keys = new Map([...next].map(([name, { key }]) => [name, key]));
    };

    function write(changes: ReadonlyMap<string, ParkedKey | null>): void {
      for (const name of changes.keys())
        if (stored.get(name)?.revision !== known.get(name)?.revision) throw new Fenced('parked keys');
      for (const [name, key] of changes)
        if (key) stored.set(name, { key, revision: (known.get(name)?.revision ?? 0) + 1 });
        else stored.delete(name);
    }

    return {
      load: async () => remember(await call(() => new Map(stored))),
      keys: () => keys,
      async write(changes) {
        if (changes.size > 0) remember(await call(() => (write(changes), new Map(stored))));
      },
      retryRequests: () =>
        call(() => {
          const names = [...asked];
          asked = new Set();
          return names;
        }),
    };
  }

  return {
    keysFor,
    hasAccount: (id) => stored.has(nameOfScope({ kind: 'account', id })),
    isEmpty: () => stored.size === 0,
    requestRetry() {
      asked = new Set(stored.keys());
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    requested: (signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        if (signal.aborted || asked.size > 0) return resolve();
        signal.addEventListener('abort', wake);
        waiting.push(wake);
      }),
    empty: () => stored.clear(),
  };
}
