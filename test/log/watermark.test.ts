import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWatermark } from '../../log/watermark.ts';

const test = suite('log/watermark');

const opened = (heads: readonly bigint[]) => {
  const left = [...heads];
  let now = 100;
  const watermark = openWatermark(
    () => Promise.resolve(left.shift() ?? null),
    10n,
    90,
    () => now,
  );
  return { watermark, at: (ms: number) => void (now = ms) };
};

test('given only the first head, then a later event was not in the log before that head was read', () => {
  const { watermark } = opened([]);
  assert.is(watermark.timeBefore(11n), 90);
  assert.is(watermark.timeBefore(10n), -Infinity);
});

test('given a second head, then an event after it is younger than one between the two', async () => {
  const { watermark, at } = opened([20n]);
  at(200);
  const advanced = watermark.advance();
  watermark.received(20n);
  await advanced;
  assert.is(watermark.timeBefore(21n), 200);
  assert.is(watermark.timeBefore(15n), 90);
});

test('given a head that the feed has not reached, then the watermark advances when it does', async () => {
  const { watermark, at } = opened([20n]);
  at(200);
  const advanced = watermark.advance();
  assert.is(watermark.at, -Infinity);
  await Promise.resolve();
  watermark.received(20n);
  await advanced;
  assert.is(watermark.at, 200);
});

test.run();
