import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { timeLimit } from '../../async/time-limit.ts';

const test = suite('async/time-limit');

const never = new Promise<string>(() => undefined);
const tooLate = (): never => {
  throw new Error('too late');
};

test('a promise within the limit settles unchanged', async () => {
  assert.is(await timeLimit(Promise.resolve('found'), 10_000, tooLate), 'found');
  const lost = timeLimit(Promise.reject(new Error('lost')), 10_000, tooLate);
  assert.is(await lost.catch(String), 'Error: lost');
});

test('a late promise is replaced by the result of the late callback', async () => {
  assert.is(await timeLimit(never, 1, () => 'nothing'), 'nothing');
  assert.is(await timeLimit(never, 1, tooLate).catch(String), 'Error: too late');
});

test('a promise within the limit leaves no timer that would keep the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await timeLimit(Promise.resolve(), 10_000, tooLate);
  await Promise.resolve();
  assert.is(timers(), before);
});

test.run();
