import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAhead } from '../../projections/read-ahead.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('projections/read-ahead');

test('hands out what is there, at most so many, until the end', async () => {
  async function* numbers() {
    yield* [1, 2, 3, 4, 5];
  }
  const ahead = readAhead(numbers(), 100);
  const taken: (readonly number[])[] = [];
  for (let batch; (batch = await ahead.take(2));) taken.push(batch);
  assert.equal(taken.flat(), [1, 2, 3, 4, 5]);
  assert.ok(taken.every((batch) => batch.length <= 2));
  assert.is(await ahead.take(2), null);
});

test('reads no further ahead than it may, and goes on when there is room', async () => {
  let given = 0;
  async function* endless() {
    for (;;) yield ++given;
  }
  const ahead = readAhead(endless(), 10);
  await eventually('it is full', () => given === 10);
  assert.is((await ahead.take(4))?.length, 4);
  await eventually('there was room for more', () => given > 10);
  assert.ok(given <= 20, String(given));
  await ahead.close();
});

test('an error comes after what came before it', async () => {
  async function* failing() {
    yield 1;
    throw new Error('lost');
  }
  const ahead = readAhead(failing(), 10);
  assert.equal(await ahead.take(10), [1]);
  await ahead.take(10).then(
    () => assert.unreachable('it threw nothing'),
    (error: unknown) => assert.is(error instanceof Error && error.message, 'lost'),
  );
});

test('waits for what comes later', async () => {
  let give: ((value: string) => void) | null = null;
  async function* slow() {
    yield await new Promise<string>((resolve) => (give = resolve));
  }
  const ahead = readAhead(slow(), 10);
  const taken = ahead.take(10);
  const answer = await eventually('the source is asked', () => give);
  answer('at last');
  assert.equal(await taken, ['at last']);
});

test.run();
