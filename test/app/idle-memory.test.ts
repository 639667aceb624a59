import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { detectIdle } from '../../app/serve/idle-memory.ts';

const test = suite('memory at rest');

/** Given the shares of time that a process worked between looks, whether it was at rest at the last look. */
const isAtRestAfter = (...shares: readonly number[]): boolean | undefined => shares.map(detectIdle()).at(-1);

const quiet = (looks: number): readonly number[] => Array.from({ length: looks }, () => 0.03);

test('a process is at rest from the tenth idle sample on', () => {
  assert.is(isAtRestAfter(0.5, ...quiet(9)), false);
  assert.is(isAtRestAfter(0.5, ...quiet(10)), true);
  assert.is(isAtRestAfter(0.5, ...quiet(30)), true);
});

test('a process that works or has just worked is not at rest', () => {
  assert.is(isAtRestAfter(...quiet(30), 0.5), false);
  assert.is(isAtRestAfter(...quiet(30), 0.5, ...quiet(9)), false);
});

test.run();
