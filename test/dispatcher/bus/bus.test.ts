import { connect } from 'nats';
import * as assert from 'uvu/assert';
import { type AttemptRequest, type Bus, openBus } from '../../../dispatcher/bus/bus.ts';
import { natsServers, type NatsUnderTest, type RunningNats } from '../../contract/nats/servers.ts';
import { eventually } from '../../support/eventually.ts';
import { throughWire } from '../../support/faults/through-wire.ts';
import { suiteUnless } from '../../support/left-out.ts';

const asked = { deliveryId: 'd1', attempt: 1, again: false };

for (const server of natsServers) testBus(server);

function testBus({ name, missing, start }: NatsUnderTest): void {
  const test = suiteUnless(missing, `bus of ${name}`);
  let server: RunningNats;
  let bus: Bus;
  test.before(async () => {
    server = await start();
    bus = await openBus({ url: server.url });
  });
  test.after(async () => {
    await bus.close();
    await server.close();
  });

  test('a closed bus refuses requests at once', async () => {
    const ended = await openBus({ url: server.url });
    await ended.close();
    const limitMs = 600_000;
    assert.equal(await ended.request(asked, limitMs), { result: 'timeout' });
    assert.throws(() => ended.serve(async () => ({ result: 'stale' })), /CONNECTION_CLOSED/);
    assert.not(ended.isConnected());
  });

  test('a silent server is detected, requests have a time limit, and both recover with the connection', async () => {
    const { url, wire } = await throughWire(server.url);
    const reports: boolean[] = [];
    const wired = await openBus({ url, onConnection: (isConnected) => reports.push(isConnected) });
    const worker = bus.serve(async () => ({ result: 'done', position: '7' }));
    wire.freeze();
    assert.equal(await wired.request(asked, 500), { result: 'timeout' });
    await eventually('it is noticed', () => !wired.isConnected(), 30_000);
    wire.cut();
    wire.thaw();
    await eventually('it is connected again', () => wired.isConnected(), 30_000);
    assert.equal(reports, [false, true]);
    assert.equal(await wired.request(asked, 5_000), { result: 'done', position: '7' });
    await worker.stop();
    await wired.close();
    await wire.close();
  });

  test('a request without a worker fails at once', async () => {
    assert.equal(await bus.request(asked, 1_000), { result: 'no worker' });
  });

  test('a worker gets the origin of a delivery without events; earlier releases send none', async () => {
    const served: AttemptRequest[] = [];
    const worker = bus.serve(async (request) => {
      served.push(request);
      return { result: 'done', position: '7' };
    });
    const origin = { destinationId: 'x', stream: 'submission-s1', revision: 0 };
    const requests = [asked, { ...asked, origin, isNew: true }];
    for (const request of requests) await bus.request(request, 1_000);
    assert.equal(served, requests);
    await worker.stop();
  });

  test('a request is answered by one of several workers', async () => {
    const served: string[] = [];
    const services = ['a', 'b'].map((workerName) =>
      bus.serve(async ({ deliveryId }) => {
        served.push(workerName + deliveryId);
        return { result: 'done', position: '7' };
      }),
    );
    for (let i = 0; i < 20; i++)
      assert.equal(await bus.request(asked, 1_000), { result: 'done', position: '7' });
    assert.is(served.length, 20);
    assert.equal([...new Set(served)].sort(), ['ad1', 'bd1']);
    await Promise.all(services.map(({ stop }) => stop()));
    assert.equal(await bus.request(asked, 1_000), { result: 'no worker' });
  });

  test('a request can be addressed to the worker of an earlier request, until that worker ends', async () => {
    const exchanged = async () => ({ result: 'done', position: '7', exchangeMs: 5 }) as const;
    const [one, other] = [bus.serve(exchanged), bus.serve(exchanged)];
    const reply = await bus.request(asked, 1_000);
    const worker = reply.result === 'done' ? reply.worker : undefined;
    assert.type(worker, 'string');
    const to = { worker: worker ?? '' };
    for (let i = 0; i < 10; i++)
      assert.equal(await bus.request(asked, 1_000, to), { ...(await exchanged()), worker });
    await Promise.all([one.stop(), other.stop()]);
    const next = bus.serve(exchanged);
    assert.equal(await bus.request(asked, 1_000, to), { result: 'no worker' });
    await next.stop();
  });

  test('a worker that does not answer is reported as silent', async () => {
    const service = bus.serve(() => new Promise(() => undefined));
    assert.equal(await bus.request(asked, 50), { result: 'timeout' });
    await service.stop();
  });

  test('concurrent requests get their own replies, and one without a reply delays no other', async () => {
    const service = bus.serve(({ deliveryId }) =>
      deliveryId === 'd2'
        ? new Promise(() => undefined)
        : Promise.resolve({ result: 'done', position: deliveryId.slice(1) }),
    );
    const requests = Array.from({ length: 40 }, (_, n) => ({ ...asked, deliveryId: `d${n}` }));
    const replies = await Promise.all(requests.map((each) => bus.request(each, 300)));
    assert.equal(
      replies,
      requests.map((_, n) => (n === 2 ? { result: 'timeout' } : { result: 'done', position: String(n) })),
    );
    await service.stop();
  });

  test('requests in flight when the bus is closed end as silent', async () => {
    const service = bus.serve(() => new Promise(() => undefined));
    const here = await openBus({ url: server.url });
    const reply = here.request(asked, 60_000);
    await here.close();
    assert.equal(await reply, { result: 'timeout' });
    await service.stop();
  });

  test('malformed requests and replies end as failed', async () => {
    const other = await connect({ servers: server.url });
    const service = bus.serve(async () => ({ result: 'stale' }));
    // What is asked here goes after it on the same connection, so that the service is known to the server from then on.
    assert.equal(await bus.request(asked, 1_000), { result: 'stale' });
    for (const text of ['not json', '{}', '{"deliveryId":"d1","attempt":0,"again":false}'])
      assert.equal((await other.request('webhook.attempts', text)).json(), { result: 'failed' });
    await service.stop();
    const babbler = other.subscribe('webhook.attempts', {
      callback: (_, message) => message.respond('what?'),
    });
    await other.flush();
    assert.equal(await bus.request(asked, 1_000), { result: 'failed' });
    babbler.unsubscribe();
    await other.close();
  });

  test('after a restart of the server the bus works again by itself', async () => {
    const own = await start();
    const here = await openBus({ url: own.url });
    const service = here.serve(async () => ({ result: 'stale' }));
    await own.close();
    await eventually('the loss is noticed', () => !here.isConnected());
    const again = await start({ port: own.port });
    await eventually('it is back', () => here.isConnected());
    assert.equal(await here.request(asked, 1_000), { result: 'stale' });
    await service.stop();
    await here.close();
    await again.close();
  });

  test('any available server of several is used: at the start, after the loss of one, and after an outage of all', async () => {
    const [one, other] = [await start(), await start()];
    const url = `nats://127.0.0.1:${one.port},127.0.0.1:${other.port}`;
    await one.close();
    const here = await openBus({ url });
    const service = here.serve(async () => ({ result: 'stale' }));
    const answers = () =>
      eventually('it is answered', async () => (await here.request(asked, 500)).result === 'stale');
    await answers();
    const first = await start({ port: one.port });
    await other.close();
    await answers();
    await first.close();
    await eventually('the loss is noticed', () => !here.isConnected());
    assert.equal((await here.request(asked, 200)).result, 'timeout');
    const second = await start({ port: other.port });
    await answers();
    await service.stop();
    await here.close();
    await second.close();
  });

  test('credentials in the URL are sent', async () => {
    const locked = await start({ token: 'letmein' });
    const { port } = locked;
    const here = await openBus({ url: `nats://letmein@127.0.0.1:${port}` });
    assert.equal(await here.request(asked, 1_000), { result: 'no worker' });
    await here.close();
    await locked.close();
  });

  test.run();
}
