import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWebhookClient, type WebhookClient } from '../../../dispatcher/worker/webhook-client.ts';
import { startReceiver } from '../receiver.ts';
import { openWorld } from '../world.ts';

const test = suite('prefetched attempts');

const concurrency = 4;
const deliveries = 80;
/** Within what counts as steady, with room for a slow machine. */
const answerMs = 80;

test('two workers prefetch attempts, and the number in flight never exceeds the concurrency', async () => {
  let underWay = 0;
  let maxInFlight = 0;
  const receiver = await startReceiver(() => (response) => {
    maxInFlight = Math.max(maxInFlight, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, answerMs);
  });
  const world = await openWorld();
  await world.stopPart('worker');
  await world.stopPart('scheduler');

  let held = 0;
  let maxHeld = 0;
  const clients = [1, 2].map((): WebhookClient => {
    const client = openWebhookClient({ allowHosts: ['127.0.0.1'] });
    return {
      ...client,
      post(request) {
        maxHeld = Math.max(maxHeld, ++held);
        return client.post(request).finally(() => (held -= 1));
      },
    };
  });
  const stops = clients.map((client) => world.startWorker(world.secrets, client));
  const id = await world.configure(receiver.url, { concurrency });
  for (let n = 0; n < deliveries; n++) await world.submit();
  await world.deliveries(id, 'pending', deliveries);
  world.startPart('scheduler');
  await world.deliveries(id, 'succeeded', deliveries);

  assert.is(maxInFlight, concurrency);
  assert.ok(maxHeld > concurrency, `${maxHeld} held at most`);
  assert.is(receiver.received.length, deliveries, 'none twice');
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all(clients.map((client) => client.close()));
  receiver.close();
  await world.close();
});

test.run();
