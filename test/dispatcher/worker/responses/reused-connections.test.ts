import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWebhookClient } from '../../../../dispatcher/worker/webhook-client.ts';
import { rootUrl } from '../../../support/repository.ts';
import { errorClass, portOf } from '../posting.ts';

const test = suite('reused connections');
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const pem = (name: string) =>
  readFileSync(new URL(`test/dispatcher/fixtures/self-signed.${name}.pem`, rootUrl), 'utf8');
const [key, cert] = [pem('key'), pem('cert')];

/** What a receiver does with a request: the nth of all, counted from 1, and the nth on its connection. */
type Respond = (socket: Socket, nth: number, onConnection: number) => unknown;

/** Sends as many requests one after the other, and returns their outcomes and the number that arrived. */
async function exchanges(requests: number, answer: Respond, secure = false) {
  let [received, connections] = [0, 0];
  const take = (socket: Socket): void => {
    let onConnection = 0;
    connections += 1;
    socket.on('error', () => undefined).on('data', () => answer(socket, ++received, ++onConnection));
  };
  const server = secure ? createTlsServer({ key, cert }, take) : createServer(take);
  const url = `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${await portOf(server)}/`;
  const client = openWebhookClient({ allowHosts: ['127.0.0.1', 'localhost'], limitMs: 2_000, ca: cert });
  const outcomes: string[] = [];
  for (let n = 0; n < requests; n++) {
    outcomes.push(errorClass(await client.post({ url, headers: {}, body: Buffer.from('{}') })));
    // The HTTP client takes the connection back in the next turn; an earlier request would open another.
    await immediate();
  }
  await client.close();
  server.close();
  return { outcomes, received, connections };
}

for (const secure of [false, true]) {
  const where = secure ? 'with TLS' : 'without TLS';
  for (const [what, breakOff] of [
    ['reset', (socket: Socket) => (secure ? socket.destroy() : socket.resetAndDestroy())],
    ['ended', (socket: Socket) => socket.end()],
  ] as const) {
    const answer: Respond = (socket, _, onConnection) => {
      if (onConnection === 1) socket.write(ok);
      else breakOff(socket);
    };
    test(`${where}, ${what} before any byte: sent once more on a new connection`, async () => {
      const { outcomes, received } = await exchanges(3, answer, secure);
      assert.equal(outcomes, ['answer 200', 'answer 200', 'answer 200']);
      assert.ok(received >= 4, `${received} requests`);
    });

    test(`${where}, ${what} on the new connection, too: a failure`, async () => {
      const { outcomes, received } = await exchanges(
        2,
        (socket, nth) => (nth === 1 ? socket.write(ok) : breakOff(socket)),
        secure,
      );
      assert.equal(outcomes, ['answer 200', 'network']);
      assert.is(received, 3, 'once more, not more often');
    });

    test(`${where}, ${what} on a first connection: not sent again`, async () => {
      const { outcomes, received } = await exchanges(1, breakOff, secure);
      assert.equal(outcomes, ['network']);
      assert.is(received, 1);
    });

    test(`${where}, ${what} after a byte: not sent again`, async () => {
      const { outcomes, received } = await exchanges(
        2,
        (socket, _, onConnection) => {
          if (onConnection === 1) return void socket.write(ok);
          socket.write('H');
          setTimeout(() => breakOff(socket), 20);
        },
        secure,
      );
      assert.equal(outcomes, ['answer 200', 'network']);
      assert.is(received, 2);
    });

    test(`${where}, ${what} after an interim response: not sent again`, async () => {
      const { outcomes, received } = await exchanges(
        2,
        (socket, _, onConnection) => {
          if (onConnection === 1) return void socket.write(ok);
          socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
          setTimeout(() => breakOff(socket), 20);
        },
        secure,
      );
      assert.equal(outcomes, ['answer 200', 'network']);
      assert.is(received, 2);
    });
  }

  test(`${where}, silence on a reused connection: the time limit counts once`, async () => {
    const { outcomes, received } = await exchanges(
      2,
      (socket, nth) => (nth === 1 ? socket.write(ok) : undefined),
      secure,
    );
    assert.equal(outcomes, ['answer 200', 'timeout']);
    assert.is(received, 2);
  });

  test(`${where}, interim responses on a reused connection`, async () => {
    const { outcomes, connections } = await exchanges(
      5,
      (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`),
      secure,
    );
    assert.equal(new Set(outcomes), new Set(['answer 200']));
    assert.ok(connections <= 2, `${connections} connections`);
  });
}

test.run();
