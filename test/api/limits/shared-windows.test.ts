import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRateWindows, type RateLimit } from '../../../api/limits/rate-windows.ts';
import { openSharedWindows } from '../../../api/limits/shared-windows.ts';
import { openRateLedger, type RateLedger } from '../../../coordination/rate-ledger.ts';
import { startReadStore, type TestReadStore } from '../../projections/stores.ts';

const test = suite('shared rate windows');
let reads: TestReadStore;
let names = 0;

test.before(async () => {
  reads = await startReadStore();
});
test.after(() => reads.close());

/** A busy machine may answer late, and a process that waits no longer counts for itself. */
const longPatienceMs = 30_000;

/** So many processes on one store, with one clock. */
function open(processes: number, ledger?: RateLedger, patienceMs = longPatienceMs) {
  const clock = { now: 1_000_000 };
  const now = () => clock.now;
  const windows = Array.from({ length: processes }, () =>
    openSharedWindows(openRateWindows(now), ledger ?? openRateLedger(reads.store), now, patienceMs),
  );
  return { clock, windows, name: `key ${names++}` };
}

/** How many of a burst pass, taken in turn by every process. */
async function burst({ windows, name }: ReturnType<typeof open>, requests: number, limit: RateLimit) {
  const turns = Array.from({ length: Math.ceil(requests / windows.length) }, () => windows).flat();
  const standings = await Promise.all(turns.slice(0, requests).map((window) => window.admit(name, limit)));
  return standings.filter(({ admitted }) => admitted).length;
}

for (const limit of [
  { requests: 3, window_s: 10 },
  { requests: 100, window_s: 60 },
  { requests: 4_000, window_s: 60 },
])
  test(`four processes, limit ${limit.requests}: a burst and every later window are within 5 %`, async () => {
    const fleet = open(4);
    const { clock } = fleet;
    const passed: { readonly at: number; readonly count: number }[] = [];
    const step = (limit.window_s * 1_000) / 4;
    for (let n = 0; n < 10; n++) {
      passed.push({ at: clock.now, count: await burst(fleet, limit.requests * 2, limit) });
      const inWindow = passed.filter(({ at }) => at > clock.now - limit.window_s * 1_000);
      const sum = inWindow.reduce((all, { count }) => all + count, 0);
      assert.ok(sum <= limit.requests * 1.05, `${sum} passed`);
      assert.ok(sum >= limit.requests * 0.95, `${sum} passed`);
      clock.now += step;
    }
  });

test('a low limit is exact among processes, and the headers tell what all have used', async () => {
  const limit = { requests: 5, window_s: 10 };
  const { windows, name, clock } = open(2);
  const [a, b] = windows;
  for (const [window, remaining] of [
    [a, 4],
    [b, 3],
    [b, 2],
    [a, 1],
    [b, 0],
  ] as const)
    assert.is((await window?.admit(name, limit))?.remaining, remaining);
  const refused = await a?.admit(name, limit);
  assert.equal(refused, { admitted: false, limit: 5, remaining: 0, resetsAt: clock.now + 10_000 });
  clock.now += 9_999;
  assert.is((await a?.admit(name, limit))?.admitted, false);
  clock.now += 1;
  assert.is((await a?.admit(name, limit))?.admitted, true);
});

test('a single process has an exact window, whatever the limit', async () => {
  const fleet = open(1);
  const limit = { requests: 1_000, window_s: 60 };
  assert.is(await burst(fleet, 600, limit), 600);
  fleet.clock.now += 30_000;
  assert.is(await burst(fleet, 600, limit), 400);
  fleet.clock.now += 30_000;
  assert.is(await burst(fleet, 2_000, limit), 600);
});

test('a request within the rate grant of its process does not ask the ledger', async () => {
  let asked = 0;
  const ledger = openRateLedger(reads.store);
  const fleet = open(1, {
    takeGrants: (...args) => {
      asked += 1;
      return ledger.takeGrants(...args);
    },
  });
  assert.is(await burst(fleet, 1_000, { requests: 100_000, window_s: 60 }), 1_000);
  assert.ok(asked <= 2, `asked ${asked} times`);
});

test('without the ledger each process counts for itself', async () => {
  const limit = { requests: 10, window_s: 60 };
  for (const takeGrants of [
    () => Promise.reject(new Error('away')),
    () => new Promise<never>(() => undefined),
  ])
    assert.is(await burst(open(2, { takeGrants }, 50), 40, limit), 20);
});

test.run();
