import { parentPort, workerData } from 'node:worker_threads';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { turnBatch } from '../../async/turn-batch.ts';
import { openWebhookClient } from './webhook-client.ts';

/** A thread that sends requests to receivers, so that nothing that they answer holds up another thread. */

const Options = Type.Object({ allowHosts: Type.Array(Type.String()), limitMs: Type.Integer() });
const Request = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  semaphore: Type.Optional(Type.Object({ name: Type.String(), limit: Type.Integer() })),
  body: Type.Refine(Type.Unsafe<Uint8Array>({}), (value) => value instanceof Uint8Array),
});
const validMessages = Compile(Type.Array(Type.Union([Request, Type.Enum(['cancel waiting', 'close'])])));

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');
const client = openWebhookClient(Value.Parse(Options, workerData));

const reply = turnBatch((replies) => port.postMessage(replies));

function post({ id, url, headers, body, semaphore }: Static<typeof Request>): void {
  void client
    .post({ url, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), semaphore })
    // The client throws NotSent only.
    .catch(() => null)
    .then((exchange) => reply({ id, exchange }));
}

port.on('message', (messages: unknown) => {
  for (const message of validMessages.Parse(messages)) {
    if (message === 'close') void client.close().then(() => setImmediate(() => port.close()));
    else if (message === 'cancel waiting') client.cancelWaiting();
    else post(message);
  }
});
