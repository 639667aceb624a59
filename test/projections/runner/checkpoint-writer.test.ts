// A process of its own: time passes as the test says.

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fenced, type Lease } from '../../../coordination/leases/leases.ts';
import { CheckpointWriter } from '../../../projections/runner/checkpoint-writer.ts';
import { openVirtualTime } from '../../simulation/virtual-time.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('projections/runner/checkpoint-writer');

/** A lease that records its moves, each of which takes until it is let go. */
function recordingLease() {
  const moves: [bigint | null, bigint][] = [];
  const held: (() => void)[] = [];
  let failure: Error | null = null;
  const lease: Lease = {
    id: 'x',
    position: null,
    event: null,
    isFirst: true,
    until: Infinity,
    renew: () => Promise.resolve(Infinity),
    release: () => Promise.resolve(),
    reset: () => Promise.resolve(),
    move: (from, to) => {
      moves.push([from, to]);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve) => held.push(resolve));
    },
  };
  return {
    lease,
    moves,
    letGo: () => held.splice(0).forEach((resolve) => resolve()),
    fail: (error: Error) => (failure = error),
  };
}

const unexpected = (error: unknown): void => assert.unreachable(String(error));

test('moves one at a time, the next to the newest position', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = new CheckpointWriter(lease, unexpected);
  keeper.advance(1n, 'now');
  keeper.advance(2n, 'now');
  keeper.advance(3n, 'now');
  assert.equal(moves, [[null, 1n]]);
  letGo();
  await eventually('the next move', () => moves.length === 2);
  assert.equal(moves[1], [1n, 3n]);
  letGo();
  await keeper.close();
  assert.is(moves.length, 2);
});

for (const [when, maxMoves, latestMs] of [
  ['now', 20, 50],
  ['soon', 1, 1_000],
] as const)
  test(`positions to be saved ${when}: at most ${maxMoves} moves a second, and each is saved within ${latestMs} ms`, async () => {
    const time = openVirtualTime(0);
    try {
      const { lease, moves, letGo } = recordingLease();
      const writer = new CheckpointWriter(lease, unexpected);
      const seconds = 10;
      for (let position = 1; position <= seconds * 100; position++) {
        writer.advance(BigInt(position), when);
        await time.run(time.now() + 10, letGo);
        letGo();
        const saved = moves.at(-1)?.[1] ?? 0n;
        assert.ok(BigInt(position) - saved <= latestMs / 10, `${position} reached, ${saved} saved`);
      }
      assert.ok(moves.length <= seconds * maxMoves + 1, `${moves.length} moves`);
      await time.run(time.now() + latestMs, letGo);
      assert.is(moves.at(-1)?.[1], BigInt(seconds * 100));
    } finally {
      time.end();
    }
  });

test('closing saves the last position', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = new CheckpointWriter(lease, unexpected);
  keeper.advance(4n, 'soon');
  const closing = keeper.close();
  letGo();
  await closing;
  assert.equal(moves, [[null, 4n]]);
});

test('a failure is reported once, and nothing is saved afterwards', async () => {
  const { lease, moves, fail } = recordingLease();
  fail(new Fenced('x'));
  const failures: unknown[] = [];
  const keeper = new CheckpointWriter(lease, (error) => failures.push(error));
  keeper.advance(1n, 'now');
  await eventually('the failure is told', () => failures.length === 1);
  keeper.advance(2n, 'now');
  await keeper.close();
  assert.is(moves.length, 1);
  assert.is(failures.length, 1);
});

test.run();
