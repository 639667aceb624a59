import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTransientMap } from '../../async/transient-map.ts';

const test = suite('transient map');

interface Thing {
  readonly filling: readonly number[];
}

const thing = (n: number): Thing => ({ filling: Array.from({ length: 100 }, () => n) });

const key = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key }),
  fc.record({ kind: fc.constant('take' as const), key }),
);

test('law: it holds the same entries as a Map, in the same order', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const expected = new Map<string, Thing>();
      const map = createTransientMap<string, Thing>();
      for (const [n, one] of steps.entries()) {
        const before = expected.get(one.key);
        assert.is(map.get(one.key), before);
        if (one.kind === 'set') {
          const value = thing(n);
          expected.set(one.key, value);
          map.set(one.key, value);
        } else {
          expected.delete(one.key);
          assert.is(map.take(one.key), before);
        }
        assert.is(map.size, expected.size);
        assert.is(map.has(one.key), expected.has(one.key));
        assert.equal([...map.entries()], [...expected]);
        assert.equal([...map.values()], [...expected.values()]);
      }
    }),
  );
});

test('entries may be deleted during an iteration', () => {
  const map = createTransientMap<number, Thing>();
  for (const n of [1, 2, 3]) map.set(n, thing(n));
  for (const [n] of map.entries()) map.take(n);
  assert.is(map.size, 0);
});

setFlagsFromString('--expose-gc');

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

/** Has things come and go, eight of them at a time. @returns by how much the memory of old things grew at most */
async function grownBy(come: (n: number) => void, go: (n: number) => void): Promise<number> {
  let before = oldBytes();
  let most = 0;
  for (let n = 0; n < 100_000; n += 1) {
    come(n);
    // All that is there at that moment becomes old.
    if (n === 8) {
      runInNewContext('gc()');
      before = oldBytes();
    }
    if (n >= 8) go(n - 8);
    if (n % 500 > 0) continue;
    await nextTurn();
    most = Math.max(most, oldBytes() - before);
  }
  return most;
}

test('deleted entries are freed by minor garbage collections, unlike those of a Map', async () => {
  const map = createTransientMap<number, Thing>();
  const ours = await grownBy(
    (n) => map.set(n, thing(n)),
    (n) => map.take(n),
  );
  const plain = new Map<number, Thing>();
  const theirs = await grownBy(
    (n) => plain.set(n, thing(n)),
    (n) => plain.delete(n),
  );
  assert.ok(ours * 2 < theirs, `${ours} bytes, and ${theirs} in a Map`);
});

test.run();
