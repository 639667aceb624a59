/** The core of NATS as the real client sees it, on the embedded server and on the original. */
import { randomBytes } from 'node:crypto';
import {
  connect,
  type ConnectionOptions,
  createInbox,
  ErrorCode,
  headers,
  type Msg,
  type NatsConnection,
} from 'nats';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { suiteUnless } from '../../support/left-out.ts';
import { openRaw } from '../../support/raw-nats.ts';
import { natsServersAndShared, type RunningNats } from './servers.ts';

for (const { name, missing, start } of natsServersAndShared) {
  const test = suiteUnless(missing, `nats core: ${name}`);
  let nats: RunningNats;
  const open: NatsConnection[] = [];
  /** Subjects of a test are its own, so that a shared server may be used. */
  let root: string;

  test.before(async () => {
    nats = await start();
  });
  test.before.each(() => {
    root = createInbox('test');
  });
  test.after.each(async () => {
    await Promise.all(open.splice(0).map((connection) => connection.close()));
  });
  test.after(() => nats.close());

  const client = async (options: ConnectionOptions = {}) => {
    const connection = await connect({ servers: nats.url, ...options });
    open.push(connection);
    return connection;
  };
  /** Subscribes and gathers; the subscription is in force when this returns. */
  const gather = async (connection: NatsConnection, subject: string, queue?: string) => {
    const messages: Msg[] = [];
    connection.subscribe(subject, {
      callback: (_error, message) => messages.push(message),
      ...(queue === undefined ? {} : { queue }),
    });
    await connection.flush();
    return messages;
  };

  test('carries bytes unchanged, from none to the largest message', async () => {
    const [from, to] = [await client(), await client()];
    const received = await gather(to, root);
    const limit = from.info?.max_payload ?? 0;
    assert.ok(limit >= 1024 * 1024);
    const sent = [0, 1, 2, 255, 65_536, 1024 * 1024].map((size) => randomBytes(size));
    for (const bytes of sent) from.publish(root, bytes);
    await eventually('all arrive', () => received.length === sent.length);
    for (const [at, bytes] of sent.entries()) assert.ok(bytes.equals(received[at]?.data ?? Buffer.from('?')));
  });

  test('keeps the order of one publisher', async () => {
    const [from, to] = [await client(), await client()];
    const received = await gather(to, `${root}.*`);
    for (let at = 0; at < 5000; at += 1) from.publish(`${root}.${at % 7}`, String(at));
    await eventually('all arrive', () => received.length === 5000);
    assert.equal(
      received.map((message) => Number(message.string())),
      Array.from({ length: 5000 }, (_, at) => at),
    );
  });

  test('matches wildcards', async () => {
    const nc = await client();
    const one = await gather(nc, `${root}.*.end`);
    const rest = await gather(nc, `${root}.>`);
    for (const tail of ['', '.a', '.a.end', '.b.end', '.a.b.end']) nc.publish(root + tail);
    await nc.flush();
    assert.equal(
      one.map((m) => m.subject),
      ['.a.end', '.b.end'].map((tail) => root + tail),
    );
    assert.equal(
      rest.map((m) => m.subject),
      ['.a', '.a.end', '.b.end', '.a.b.end'].map((tail) => root + tail),
    );
  });

  test('delivers each message to one member of a queue group, and to all other subscribers', async () => {
    const [first, second, third, from] = [await client(), await client(), await client(), await client()];
    const members = [await gather(first, root, 'workers'), await gather(second, root, 'workers')];
    const other = await gather(third, `${root.split('.')[0]}.>`, 'others');
    const plain = await gather(third, root);
    for (let at = 0; at < 200; at += 1) from.publish(root, String(at));
    await from.flush();
    await eventually('all arrive', () => members.flat().length >= 200 && plain.length === 200);
    assert.equal(new Set(members.flat().map((m) => m.string())).size, 200);
    assert.is(members.flat().length, 200);
    for (const member of members) assert.ok(member.length > 20, 'both members get a share');
    await eventually('the other group', () => other.filter((m) => m.subject === root).length === 200);
  });

  test('delivers the messages of a queue group to its remaining members', async () => {
    const [leaving, staying, from] = [await client(), await client(), await client()];
    await gather(leaving, root, 'workers');
    const received = await gather(staying, root, 'workers');
    await leaving.close();
    await eventually('it has left', async () => {
      received.length = 0;
      for (let at = 0; at < 20; at += 1) from.publish(root);
      await from.flush();
      await staying.flush();
      return received.length === 20;
    });
  });

  test('many concurrent requests each get their own reply', async () => {
    const [asking, answering] = [await client(), await client()];
    answering.subscribe(root, { queue: 'q', callback: (_error, m) => m.respond(`re ${m.string()}`) });
    await answering.flush();
    const asked = Array.from({ length: 500 }, (_, at) => String(at));
    const answers = await Promise.all(asked.map((text) => asking.request(root, text, { timeout: 5000 })));
    assert.equal(
      answers.map((m) => m.string()),
      asked.map((text) => `re ${text}`),
    );
  });

  test('reports at once that there are no responders', async () => {
    const nc = await client();
    for (const noMux of [false, true]) {
      const error: unknown = await nc.request(root, '', { timeout: 30_000, noMux }).catch((e: unknown) => e);
      assert.is((error as { code?: unknown }).code, ErrorCode.NoResponders);
    }
  });

  test('carries headers, including repeated ones', async () => {
    const [from, to] = [await client(), await client()];
    const received = await gather(to, root);
    const sent = headers();
    sent.append('Tag', 'one');
    sent.append('Tag', 'two');
    sent.set('Traceparent', '00-é');
    from.publish(root, 'body', { headers: sent, reply: `${root}.reply` });
    const [message] = await eventually('it arrives', () => received.length > 0 && received);
    assert.equal(message?.headers?.values('Tag'), ['one', 'two']);
    assert.is(message?.headers?.get('Traceparent'), '00-é');
    assert.is(message?.string(), 'body');
    assert.is(message?.reply, `${root}.reply`);
  });

  test('delivers the payload only to a client without header support', async () => {
    const from = await client();
    const { socket, received } = await openRaw(nats.url);
    socket.write(`CONNECT {"verbose":false}\r\nSUB ${root} 1\r\nPING\r\n`);
    await eventually('it is subscribed', () => received() === 'PONG\r\n');
    const sent = headers();
    sent.set('A', 'b');
    from.publish(root, 'body', { headers: sent });
    await eventually('it arrives', () => received() === `PONG\r\nMSG ${root} 1 4\r\nbody\r\n`);
    socket.destroy();
  });

  test('ends a subscription after the requested number of messages', async () => {
    const nc = await client();
    const received: string[] = [];
    const subscription = nc.subscribe(root, { max: 3, callback: (_error, m) => received.push(m.string()) });
    for (const text of 'abcde') nc.publish(root, text);
    await nc.flush();
    assert.equal(received, ['a', 'b', 'c']);
    assert.ok(subscription.isClosed());
  });

  test('a drain delivers the pending messages, and no later ones', async () => {
    const [from, to] = [await client(), await client()];
    const received: string[] = [];
    const subscription = to.subscribe(root, { callback: (_error, m) => received.push(m.string()) });
    await to.flush();
    for (let at = 0; at < 100; at += 1) from.publish(root, String(at));
    await from.flush();
    await subscription.drain();
    assert.is(received.length, 100);
    const error: unknown = await from.request(root, '', { timeout: 30_000 }).catch((e: unknown) => e);
    assert.is((error as { code?: unknown }).code, ErrorCode.NoResponders);
  });

  test('does not echo to a client that disables it', async () => {
    const [quiet, other] = [await client({ noEcho: true }), await client()];
    const own = await gather(quiet, root);
    const others = await gather(other, root);
    quiet.publish(root, 'x');
    await eventually('the other has it', () => others.length === 1);
    await quiet.flush();
    assert.is(own.length, 0);
  });

  test('serves a verbose and pedantic client', async () => {
    const nc = await client({ verbose: true, pedantic: true });
    const received = await gather(nc, root);
    nc.publish(root, 'x');
    await nc.flush();
    assert.equal(
      received.map((m) => m.string()),
      ['x'],
    );
  });

  test.run();
}
