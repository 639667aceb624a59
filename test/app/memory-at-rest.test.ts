import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchForRest } from '../../app/memory-at-rest.ts';

const test = suite('memory at rest');

/** Given the shares of time that a process worked between looks, whether it was at rest at each look. */
const restsOf = (...shares: readonly number[]): boolean[] => shares.map(watchForRest());

test('a process is at rest from the second restful look until it works', () => {
  assert.equal(restsOf(0.5, 0.02, 0.03, 0.02, 0.9, 0.02, 0.02), [
    false,
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('a short pause is no rest', () => {
  assert.equal(restsOf(0.5, 0.02, 0.5, 0.02, 0.5), [false, false, false, false, false]);
});

test.run();
