import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWebhookClientThread } from '../../app/roles/webhook-client-thread.ts';
import { NotSent } from '../../dispatcher/worker/semaphores.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('webhook client in a thread');
const options = { allowHosts: ['127.0.0.1'], limitMs: 5_000 };
const request = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":"ü"}'),
});

test('posts like a client in the same thread: bodies, responses, forbidden addresses', async () => {
  const receiver = await startReceiver((nth) => (nth === 1 ? 204 : 503));
  const client = openWebhookClientThread(options);
  const exchanges = [await client.post(request(receiver.url)), await client.post(request(receiver.url))];
  assert.equal(
    exchanges.map(({ outcome }) => outcome.kind === 'response' && outcome.status),
    [204, 503],
  );
  assert.is(receiver.received[0]?.body, '{"a":"ü"}');
  const { outcome } = await client.post(request('https://10.0.0.1/hook'));
  assert.is(outcome.kind === 'error' && outcome.errorClass, 'forbidden_address');
  await client.close();
  receiver.close();
});

test('one thread serves all requests, whether it was started ahead of them or not', async () => {
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const receiver = await startReceiver(() => 204);
  const client = openWebhookClientThread(options);
  client.start();
  await eventually('the thread is started', () => threads.length === 1);
  client.start();
  assert.is((await client.post(request(receiver.url))).outcome.kind, 'response');
  assert.is(threads.length, 1);
  process.off('worker', keep);
  await client.close();
  receiver.close();
});

test('a semaphore limits the requests in flight, and waiting ones can be cancelled', async () => {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver(() => (response) => void held.push(response));
  const client = openWebhookClientThread(options);
  const post = () => client.post({ ...request(receiver.url), semaphore: { name: 'd1', limit: 1 } });
  const [first, second] = [post(), post()];
  await eventually('the first is sent', () => held.length === 1);
  held[0]?.writeHead(204).end();
  assert.is((await first).outcome.kind, 'response');
  await eventually('the second is sent', () => held.length === 2);
  const third = post().then(
    () => 'sent',
    (error: unknown) => error instanceof NotSent && 'not sent',
  );
  client.cancelWaiting();
  assert.is(await third, 'not sent');
  held[1]?.writeHead(204).end();
  assert.is((await second).outcome.kind, 'response');
  assert.is(receiver.received.length, 2);
  await client.close();
  receiver.close();
});

test('a thread that does not answer is ended and replaced, and its requests in flight fail', async () => {
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const receiver = await startReceiver(() => 204);
  const client = openWebhookClientThread({ ...options, limitMs: 2_000 }, 0);
  assert.is((await client.post(request(receiver.url))).outcome.kind, 'response');
  const [thread] = threads;
  assert.ok(thread);
  // Its messages get lost, as if it were in an endless turn.
  thread.postMessage = () => undefined;
  const { outcome } = await client.post(request(receiver.url));
  assert.is(outcome.kind === 'error' && outcome.errorClass, 'network');
  assert.is((await client.post(request(receiver.url))).outcome.kind, 'response');
  assert.is(threads.length, 2);
  process.off('worker', keep);
  await client.close();
  receiver.close();
});

test('a dead thread fails its requests in flight, and the next request gets another thread', async () => {
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = openWebhookClientThread(options);
  const waiting = client.post(request(`http://127.0.0.1:${port}/`));
  await once(silent, 'request');
  await threads[0]?.terminate();
  const { outcome } = await waiting;
  assert.is(
    outcome.kind === 'error' && outcome.message,
    'the part of the service that sends webhooks was restarted',
  );
  const receiver = await startReceiver();
  const next = await client.post(request(receiver.url));
  assert.is(next.outcome.kind, 'response');
  assert.is(threads.length, 2);
  process.off('worker', keep);
  await client.close();
  silent.closeAllConnections();
  silent.close();
  receiver.close();
});

test.run();
