import * as assert from 'uvu/assert';
import { natsServers, type NatsUnderTest } from '../contract/nats/servers.ts';
import { eventually } from '../support/eventually.ts';
import { suiteUnless } from '../support/left-out.ts';
import { startReceiver } from './receiver.ts';
import { openWorld } from './world.ts';

for (const server of natsServers) testOutages(server);

function testOutages({ name, missing, start }: NatsUnderTest): void {
  const test = suiteUnless(missing, `outage of ${name}`);
  let world: Awaited<ReturnType<typeof openWorld>>;
  test.before(async () => {
    world = await openWorld({ natsServer: start });
  });
  test.after(() => world.close());

  /** A destination with a receiver that answers after a while, and what came to it. */
  async function slowReceiver(ms: number) {
    const receiver = await startReceiver(() => (response) => {
      setTimeout(() => response.writeHead(204).end(), ms);
    });
    const destinationId = await world.configure(receiver.url);
    return {
      ...receiver,
      destinationId,
      async close() {
        await world.command(destinationId, { type: 'RemoveDestination', at: new Date().toISOString() });
        receiver.close();
      },
    };
  }

  const planned = (destinationId: string, count: number) =>
    eventually(`${count} are planned`, async () => {
      const { items } = await world.queries.deliveries.list('a1', { destinationId, limit: 200 });
      return items.length === count && items;
    });

  const submit = (count: number) => Promise.all(Array.from({ length: count }, () => world.submit()));

  test('without a bus deliveries wait, and arrive once after the outage', async () => {
    const { destinationId, received, close } = await slowReceiver(0);
    await world.stopBus();
    await eventually('it is noticed', () => !world.bus.isConnected());
    await submit(10);
    await planned(destinationId, 10);
    assert.is(received.length, 0);
    await world.startBus();
    await world.deliveries(destinationId, 'succeeded', 10);
    assert.is(received.length, 10);
    await close();
  });

  test('a bus that dies during attempts loses and repeats none of them', async () => {
    const { destinationId, received, close } = await slowReceiver(50);
    await submit(20);
    await eventually('the first are under way', () => received.length > 0);
    await world.stopBus();
    await world.startBus();
    await world.deliveries(destinationId, 'succeeded', 20);
    assert.is(received.length, 20);
    await close();
  });

  test('without a worker deliveries wait', async () => {
    const { destinationId, received, close } = await slowReceiver(0);
    await world.stopPart('worker');
    await submit(3);
    await planned(destinationId, 3);
    world.startPart('worker');
    await world.deliveries(destinationId, 'succeeded', 3);
    assert.is(received.length, 3);
    await close();
  });

  test('a stopping worker completes and records its attempts in flight', async () => {
    const { destinationId, received, close } = await slowReceiver(200);
    await submit(1);
    await eventually('it is under way', () => received.length === 1);
    await world.stopPart('worker');
    const [delivery] = await world.deliveries(destinationId, 'succeeded', 1);
    assert.is(delivery?.attempt_count, 1);
    world.startPart('worker');
    await close();
  });

  test('a stopped scheduler leaves no attempt that the next one repeats', async () => {
    const { destinationId, received, close } = await slowReceiver(50);
    await submit(20);
    await eventually('the first are under way', () => received.length > 0);
    await world.stopPart('scheduler');
    world.startPart('scheduler');
    await world.deliveries(destinationId, 'succeeded', 20);
    assert.is(received.length, 20);
    await close();
  });

  test('a worker checks the log, and does not send an attempt that is not due', async () => {
    const { destinationId, received, close } = await slowReceiver(0);
    await submit(1);
    const [delivery] = await world.deliveries(destinationId, 'succeeded', 1);
    const deliveryId = delivery?.id ?? '';
    for (const asked of [
      { deliveryId, attempt: 1, again: false },
      { deliveryId, attempt: 2, again: true },
      { deliveryId: 'unknown', attempt: 1, again: false },
    ])
      assert.equal(await world.bus.request(asked, 5_000), { result: 'stale' });
    assert.is(received.length, 1);
    await close();
  });

  test('a lost message is sent again when the reply is overdue', async () => {
    const { destinationId, received, close } = await slowReceiver(0);
    await world.stopPart('worker');
    const deaf = world.bus.serve(() => new Promise(() => undefined));
    await submit(2);
    await planned(destinationId, 2);
    await deaf.stop();
    world.startPart('worker');
    await world.deliveries(destinationId, 'succeeded', 2);
    assert.is(received.length, 2);
    await close();
  });

  test('an attempt that two workers are asked for at once is recorded once', async () => {
    const { destinationId, received, close } = await slowReceiver(100);
    await submit(1);
    const [{ id: deliveryId } = { id: '' }] = await planned(destinationId, 1);
    await eventually('it is under way', () => received.length === 1);
    // As a scheduler asks that slept over the loss of its lease.
    const twice = await world.bus.request({ deliveryId, attempt: 1, again: true }, 5_000);
    assert.ok(['done', 'stale'].includes(twice.result), twice.result);
    await world.deliveries(destinationId, 'succeeded', 1);
    const full = await world.queries.deliveries.get(null, deliveryId);
    assert.is(full?.attempts.length, 1);
    assert.is(received.length, 1);
    await close();
  });

  test.run();
}
