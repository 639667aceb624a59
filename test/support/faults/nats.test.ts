import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startNats } from '../../../packages/embedded-nats/src/server.ts';
import { eventually } from '../eventually.ts';
import { openNatsProxy } from './nats.ts';

const test = suite('faults/nats');

test('every second message is lost; the rest arrive in order', async () => {
  const server = await startNats({ port: 0 });
  const proxy = await openNatsProxy(server.url);
  const client = await connect({ servers: proxy.url });
  const heard: string[] = [];
  client.subscribe('all', { callback: (_, message) => heard.push(message.string()) });
  await client.flush();
  let asked = 0;
  proxy.lose(() => ++asked % 2 === 0);
  for (let n = 0; n < 10; n++) client.publish('all', `${n}`.repeat(n * 1_000));
  await client.flush();
  assert.equal(
    heard.map((text) => text[0] ?? ''),
    ['', '2', '4', '6', '8'],
  );
  assert.is(proxy.lost(), 5);
  await client.close();
  await proxy.close();
  await server.close();
});

test('a client comes back after its connection was cut', async () => {
  const server = await startNats({ port: 0 });
  const proxy = await openNatsProxy(server.url);
  const client = await connect({ servers: proxy.url, reconnectTimeWait: 10 });
  const heard: string[] = [];
  client.subscribe('all', { callback: (_, message) => heard.push(message.string()) });
  await client.flush();
  proxy.wire.cut();
  await eventually('a message arrives', async () => {
    client.publish('all', 'again');
    await client.flush();
    return heard.length > 0;
  });
  await client.close();
  await proxy.close();
  await server.close();
});

test.run();
