import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { paced } from '../src/api/paced.ts';

const test = suite('a steady rate');

test('tasks start when they are due, even if earlier ones have not ended', async () => {
  const begun: number[] = [];
  let end = (): void => undefined;
  const first = new Promise<void>((resolve) => (end = resolve));
  const start = performance.now();
  const times = await paced(5, 100, () => {
    begun.push(performance.now() - start);
    if (begun.length === 5) end();
    return begun.length === 1 ? first : Promise.resolve();
  });
  begun.forEach((at, n) => assert.ok(at >= n * 10 - 1, `task ${n} after ${at} ms`));
  assert.is(times.length, 5);
  assert.ok((times[0] ?? 0) >= 39, 'the first one waited for the last');
});

test('the time of a task that starts late counts from its due time', async () => {
  const [, second = 0] = await paced(2, 1_000, () => {
    const until = performance.now() + 30;
    while (performance.now() < until);
    return Promise.resolve();
  });
  assert.ok(second >= 50, `${second} ms`);
});

test('an error of a task is thrown once all tasks have started', async () => {
  let begun = 0;
  const failing = paced(3, 1_000, () =>
    ++begun === 1 ? Promise.reject(new Error('refused')) : Promise.resolve(),
  );
  await failing.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'refused'),
  );
  assert.is(begun, 3);
});

test.run();
