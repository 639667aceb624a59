import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGuardThread } from '../../app/roles/guard-thread.ts';
import { NoTurn } from '../../dispatcher/worker/turns.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('guard in a thread');
const options = { allowHosts: ['127.0.0.1'], limitMs: 5_000 };
const request = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":"ü"}'),
});

test('posts as the guard does: bodies, answers, addresses that are not allowed', async () => {
  const receiver = await startReceiver((nth) => (nth === 1 ? 204 : 503));
  const guard = openGuardThread(options);
  const exchanges = [await guard.post(request(receiver.url)), await guard.post(request(receiver.url))];
  assert.equal(
    exchanges.map(({ outcome }) => outcome.kind === 'response' && outcome.status),
    [204, 503],
  );
  assert.is(receiver.received[0]?.body, '{"a":"ü"}');
  const { outcome } = await guard.post(request('https://10.0.0.1/hook'));
  assert.is(outcome.kind === 'error' && outcome.errorClass, 'forbidden_address');
  await guard.close();
  receiver.close();
});

test('requests of one name take turns, and those that wait can be withdrawn', async () => {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver(() => (response) => void held.push(response));
  const guard = openGuardThread(options);
  const post = () => guard.post({ ...request(receiver.url), turn: { name: 'd1', atOnce: 1 } });
  const [first, second] = [post(), post()];
  await eventually('the first is sent', () => held.length === 1);
  held[0]?.writeHead(204).end();
  assert.is((await first).outcome.kind, 'response');
  await eventually('the second is sent', () => held.length === 2);
  const third = post().then(
    () => 'sent',
    (error: unknown) => error instanceof NoTurn && 'not sent',
  );
  guard.withdraw();
  assert.is(await third, 'not sent');
  held[1]?.writeHead(204).end();
  assert.is((await second).outcome.kind, 'response');
  assert.is(receiver.received.length, 2);
  await guard.close();
  receiver.close();
});

test('a thread that does not answer is ended, fails what it was sending, and is replaced', async () => {
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const receiver = await startReceiver(() => 204);
  const guard = openGuardThread({ ...options, limitMs: 2_000 }, 0);
  assert.is((await guard.post(request(receiver.url))).outcome.kind, 'response');
  const [thread] = threads;
  assert.ok(thread);
  // Its messages get lost, as if it were in an endless turn.
  thread.postMessage = () => undefined;
  const { outcome } = await guard.post(request(receiver.url));
  assert.is(outcome.kind === 'error' && outcome.errorClass, 'network');
  assert.is((await guard.post(request(receiver.url))).outcome.kind, 'response');
  assert.is(threads.length, 2);
  process.off('worker', keep);
  await guard.close();
  receiver.close();
});

test('a thread that dies fails what it was sending, and the next request has another', async () => {
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const guard = openGuardThread(options);
  const waiting = guard.post(request(`http://127.0.0.1:${port}/`));
  await once(silent, 'request');
  await threads[0]?.terminate();
  const { outcome } = await waiting;
  assert.is(
    outcome.kind === 'error' && outcome.message,
    'the part of the service that sends webhooks was restarted',
  );
  const receiver = await startReceiver();
  const next = await guard.post(request(receiver.url));
  assert.is(next.outcome.kind, 'response');
  assert.is(threads.length, 2);
  process.off('worker', keep);
  await guard.close();
  silent.closeAllConnections();
  silent.close();
  receiver.close();
});

test.run();
