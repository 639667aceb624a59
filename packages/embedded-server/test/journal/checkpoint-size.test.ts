import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CheckpointSize } from '../../src/journal/checkpoint-size.ts';

const test = suite('the size of a checkpoint');

const bytes = { whileWriting: 1_000, whileQuiet: 500, growth: 8 };

const sizesAfter = (took: readonly (readonly [bytes: number, ms: number])[]) => {
  const size = new CheckpointSize(bytes);
  for (const [written, ms] of took) size.took(written, ms);
  return [size.whileWriting, size.whileQuiet];
};

test('grows while checkpoints are quick, up to its bound', () => {
  assert.equal(sizesAfter([]), [1_000, 500]);
  assert.equal(sizesAfter([[1_000, 1]]), [2_000, 1_000]);
  assert.equal(sizesAfter(Array(9).fill([10_000, 1])), [8_000, 4_000]);
});

test('stays while they take about as long as they may', () => {
  assert.equal(
    sizesAfter([
      [1_000, 1],
      [2_000, 4],
    ]),
    [2_000, 1_000],
  );
});

test('shrinks as far as one took too long, at most by half, and not below its least size', () => {
  const quick = [
    [1_000, 1],
    [2_000, 1],
  ] as const;
  assert.equal(sizesAfter([...quick, [4_000, 6.25]]), [3_200, 1_600]);
  assert.equal(sizesAfter([...quick, [4_000, 300]]), [2_000, 1_000]);
  assert.equal(sizesAfter(Array(9).fill([4_000, 300])), [1_000, 500]);
});

test('does not follow a checkpoint of a few bytes', () => {
  assert.equal(
    sizesAfter([
      [1_000, 1],
      [999, 1],
      [999, 300],
    ]),
    [2_000, 1_000],
  );
});

test('stays the same without growth', () => {
  const size = new CheckpointSize({ ...bytes, growth: 1 });
  size.took(1_000, 1);
  assert.is(size.whileWriting, 1_000);
  size.took(1_000, 100);
  assert.is(size.whileWriting, 1_000);
});

test.run();
