import { setImmediate as turn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { turnBatch } from '../../async/turn-batch.ts';

const test = suite('batches of a turn of the event loop');

test('the items of one turn are handed over together and in order, those of the next separately', async () => {
  const batches: (readonly number[])[] = [];
  const add = turnBatch<number>((items) => batches.push(items));
  add(1);
  await Promise.resolve();
  add(2);
  assert.equal(batches, []);
  await turn();
  add(3);
  await turn();
  assert.equal(batches, [[1, 2], [3]]);
});

test('an item added while others are handed over is not lost', async () => {
  const batches: (readonly number[])[] = [];
  const add = turnBatch<number>((items) => {
    batches.push(items);
    if (items.includes(1)) add(2);
  });
  add(1);
  await turn();
  await turn();
  assert.equal(batches, [[1], [2]]);
});

test.run();
