import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fenced, type Lease } from '../../../read-store/leases/leases.ts';
import { openCheckpointWriter } from '../../../projections/runner/checkpoint-writer.ts';
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
    until: Infinity,
    renew: () => Promise.resolve(),
    release: () => Promise.resolve(),
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

test('one move at a time, the next one to the newest position', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = openCheckpointWriter(lease, unexpected);
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

test('a position without documents waits a little for company', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = openCheckpointWriter(lease, unexpected);
  keeper.advance(1n, 'soon');
  keeper.advance(2n, 'soon');
  assert.equal(moves, []);
  await eventually('it is saved', () => moves.length === 1);
  assert.equal(moves, [[null, 2n]]);
  letGo();
  await keeper.close();
});

test('however fast they come, positions without documents are saved now and then', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = openCheckpointWriter(lease, unexpected);
  keeper.advance(1n, 'soon');
  await eventually('the first is saved', () => moves.length === 1);
  keeper.advance(2n, 'soon');
  letGo();
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(moves.length, 1, 'the second waits for its turn');
  await eventually('the second is saved', () => moves.length === 2);
  letGo();
  await keeper.close();
});

test('closing saves what is left', async () => {
  const { lease, moves, letGo } = recordingLease();
  const keeper = openCheckpointWriter(lease, unexpected);
  keeper.advance(4n, 'soon');
  const closing = keeper.close();
  letGo();
  await closing;
  assert.equal(moves, [[null, 4n]]);
});

test('a failure is told once, and nothing is saved after it', async () => {
  const { lease, moves, fail } = recordingLease();
  fail(new Fenced('x'));
  const failures: unknown[] = [];
  const keeper = openCheckpointWriter(lease, (error) => failures.push(error));
  keeper.advance(1n, 'now');
  await eventually('the failure is told', () => failures.length === 1);
  keeper.advance(2n, 'now');
  await keeper.close();
  assert.is(moves.length, 1);
  assert.is(failures.length, 1);
});

test.run();
