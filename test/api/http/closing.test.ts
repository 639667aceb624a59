import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hangUpOnClosing } from '../../../api/http/closing.ts';
import { buildHealthApp } from '../../../api/http/health.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const metricsText = () => Promise.resolve('');

const test = suite('closing');
let service: TestService;
test.before(async () => {
  service = await startService({ http: { health } });
});
test.after(() => service.close());

let answer: (() => void) | null = null;
const health = () =>
  new Promise<{ ready: boolean }>((resolve) => {
    answer = () => resolve({ ready: true });
  });

for (const kind of ['the API', 'health alone'] as const)
  test(`${kind}: a client that stays silent after its response does not delay the close`, async () => {
    answer = null;
    const app =
      kind === 'the API'
        ? service.app
        : await buildHealthApp({ health, metrics: new Registry(), metricsText, publicUrl: null });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    let seen = '';
    const socket = connect(Number(port), '127.0.0.1').on('data', (data) => (seen += data.toString()));
    socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n');
    const finish = await eventually('the request is under way', () => answer);

    let isClosed = false;
    const closing = app.close().then(() => (isClosed = true));
    await eventually('no more connections', () => !app.server.listening);
    finish();
    await eventually('it is closed', () => isClosed);
    await closing;
    assert.match(seen, /^HTTP\/1.1 200 /);
    assert.match(seen, /^connection: close/m);
    socket.destroy();
  });

test('a client that stays silent after a response that had begun before does not delay the close', async () => {
  const app = fastify();
  hangUpOnClosing(app);
  const content = new PassThrough();
  app.get('/file', (_, reply) => reply.header('content-length', '8').send(content));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  let seen = '';
  const socket = connect(Number(port), '127.0.0.1').on('data', (data) => (seen += data.toString()));
  socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n');
  content.write('half');
  await eventually('the response has begun', () => seen.endsWith('half'));
  let isClosed = false;
  const closing = app.close().then(() => (isClosed = true));
  await eventually('no more connections', () => !app.server.listening);
  content.end('half');
  await eventually('it is closed', () => isClosed);
  await closing;
  assert.ok(seen.endsWith('halfhalf'), seen);
  socket.destroy();
});

test.run();
