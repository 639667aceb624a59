import { setTimeout as delay } from 'node:timers/promises';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shedLoad } from '../../../api/http/pressure.ts';

const test = suite('shedding load');

/** Longer than a sample of the event loop. */
const longMs = 700;

test('the work of a start does not count as load: the first request is served', async () => {
  const app = fastify();
  await shedLoad(app, 20);
  app.get('/api/first', async () => 'served');
  app.addHook('onReady', async () => {
    const end = performance.now() + longMs;
    while (performance.now() < end);
  });
  await app.ready();
  // The sample of the start is taken in a later turn of the event loop.
  await delay(1);
  assert.is((await app.inject('/api/first')).payload, 'served');
  await app.close();
});

test('the APIs and the webhooks of payment providers are refused while the event loop is behind', async () => {
  const app = fastify();
  await shedLoad(app, 20);
  const paths = ['/api/first', '/hooks/stripe/acme', '/healthz'];
  for (const path of paths) app.get(path, async () => 'served');
  await app.ready();
  const end = performance.now() + 3 * longMs;
  while (performance.now() < end);
  await delay(1);
  const answers = await Promise.all(paths.map((path) => app.inject(path)));
  assert.equal(
    answers.map(({ payload }) => payload === 'served'),
    [false, false, true],
  );
  await app.close();
});

test.run();
