import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { alternate, inLanes } from '../src/harness/rounds.ts';

const test = suite('bench: rounds');

test('both sides take turns after a warm-up that does not count', async () => {
  const calls: string[] = [];
  const side = (name: string, figures: readonly number[]) => async (round: number) => {
    calls.push(`${name}${round}`);
    return figures[round] ?? 0;
  };
  const result = await alternate(
    { value: side('v', [1000, 1, 3, 2]), baseline: side('b', [1000, 10, 10, 40]) },
    3,
  );
  assert.equal(calls, ['v0', 'b0', 'v1', 'b1', 'v2', 'b2', 'v3', 'b3']);
  assert.equal(result, { value: 2, baseline: 10 });
});

test('lanes run every turn once, with the given concurrency', async () => {
  const done: string[] = [];
  let [running, most] = [0, 0];
  await inLanes(10, 4, async (lane, turn) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    done.push(`${lane}:${turn}`);
  });
  assert.is(done.length, 10);
  assert.is(new Set(done).size, 10);
  assert.is(most, 4);
});

test.run();
