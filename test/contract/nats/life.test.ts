/** Starting, stopping, being refused: what needs a server of one's own. */
import { connect, ErrorCode, type NatsConnection } from 'nats';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { suiteUnless } from '../../support/left-out.ts';
import { openRaw } from '../../support/raw-nats.ts';
import { natsServers } from './servers.ts';

const codeOf = (opening: Promise<NatsConnection>): Promise<unknown> =>
  opening.then(
    async (connection) => {
      await connection.close();
      return 'connected';
    },
    (error: unknown) => (error as { code?: unknown }).code,
  );

for (const { name, missing, start } of natsServers) {
  const test = suiteUnless(missing, `nats life: ${name}`);
  test('accepts clients with the token, and no others', async () => {
    const nats = await start({ token: 's3cret' });
    assert.is(await codeOf(connect({ servers: nats.url, token: 's3cret' })), 'connected');
    assert.is(
      await codeOf(connect({ servers: nats.url, token: 's3cres' })),
      ErrorCode.AuthorizationViolation,
    );
    assert.is(await codeOf(connect({ servers: nats.url })), ErrorCode.AuthorizationViolation);
    await nats.close();
  });

  test('executes nothing for a client before it has sent the token', async () => {
    const nats = await start({ token: 's3cret' });
    const spy = await connect({ servers: nats.url, token: 's3cret' });
    let seen = 0;
    spy.subscribe('>', { callback: () => (seen += 1) });
    await spy.flush();
    const { socket, info, received } = await openRaw(nats.url);
    assert.ok(info.includes('"auth_required":true'));
    socket.write('PUB a 1\r\nx\r\n');
    await eventually('it is cut off', () => socket.closed);
    assert.is(received(), "-ERR 'Authorization Violation'\r\n");
    await spy.flush();
    assert.is(seen, 0);
    await spy.close();
    await nats.close();
  });

  test('offers no JetStream', async () => {
    const nats = await start();
    const nc = await connect({ servers: nats.url });
    assert.is(nc.info?.jetstream, undefined);
    const error: unknown = await nc.jetstreamManager().catch((e: unknown) => e);
    assert.is((error as { code?: unknown }).code, ErrorCode.JetStreamNotEnabled);
    await nc.close();
    await nats.close();
  });

  test('clients reconnect with their subscriptions after a restart', async () => {
    const before = await start();
    const nc = await connect({ servers: before.url, reconnectTimeWait: 20, maxReconnectAttempts: -1 });
    const received: string[] = [];
    nc.subscribe('a', { callback: (_error, message) => received.push(message.string()) });
    await nc.flush();
    await before.close();
    const after = await start({ port: before.port });
    await eventually('a message arrives', async () => {
      nc.publish('a', 'again');
      await nc.flush();
      return received.includes('again');
    });
    await nc.close();
    await after.close();
  });
  test.run();
}
