import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { median, quantile } from '../src/harness/statistics.ts';

const test = suite('bench: statistics');

test('the median is the middle value in any order', () => {
  assert.is(median([30, 1, 2]), 2);
  assert.is(median([7]), 7);
});

test('the median of an even number of values lies between the two in the middle', () => {
  assert.is(median([4, 1, 3, 100]), 3.5);
});

test('a quantile is a sample with that share of the samples at or below it', () => {
  const samples = Array.from({ length: 200 }, (_, n) => 200 - n);
  assert.is(quantile(samples, 0.99), 198);
  assert.is(quantile(samples, 0.5), 100);
  assert.is(quantile(samples, 1), 200);
  assert.is(quantile([5], 0.01), 5);
});

test('there is no median without samples', () => {
  assert.throws(() => median([]), /no samples/);
  assert.throws(() => quantile([], 0.5), /no samples/);
});

test.run();
