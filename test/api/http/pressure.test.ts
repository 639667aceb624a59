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

test.run();
