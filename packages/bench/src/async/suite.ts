import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTransientMap } from '../../../../async/transient-map.ts';
import { alternate } from '../harness/rounds.ts';
import { atMost, measured, type Row, type Suite } from '../harness/suite.ts';

const inFlight = 64;

interface Entries {
  set(key: number, value: object): void;
  take(key: number): unknown;
}

function plainMap(): Entries {
  const map = new Map<number, object>();
  return {
    set: (key, value) => void map.set(key, value),
    take(key) {
      const value = map.get(key);
      map.delete(key);
      return value;
    },
  };
}

/** As many bytes as a request with its answer. */
const payload = (n: number) => ({ parts: Array.from({ length: 40 }, (_, part) => ({ part, n })) });

/** A full garbage collection, which makes every living object an old one, as in a process that has run for minutes. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}

/** CPU in milliseconds for entries that come and go, of which 64 are present at any time. */
async function churn(entries: Entries, count: number): Promise<number> {
  entries.set(-1, {});
  collectGarbage();
  const before = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    entries.set(n, payload(n));
    if (n >= inFlight) entries.take(n - inFlight);
    if (n % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Short-lived entries in a TransientMap, against a Map of V8: what the garbage collector makes of each. */
const transientMap: Row = {
  name: 'transient-map',
  target: atMost(0.8),
  async run(context) {
    const count = context.scaled(500_000);
    const { value, baseline } = await alternate(
      { value: () => churn(createTransientMap(), count), baseline: () => churn(plainMap(), count) },
      3,
    );
    return measured(value, baseline, 'ms CPU');
  },
};

/** Helpers for concurrency. */
export const async: Suite = { name: 'async', rows: [transientMap] };
