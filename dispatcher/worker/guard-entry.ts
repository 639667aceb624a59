import { parentPort, workerData } from 'node:worker_threads';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { turnBatch } from '../../async/turn-batch.ts';
import { openGuard } from './guard.ts';

/** A thread that sends requests to receivers, so that nothing that they answer holds up another thread. */

const Options = Type.Object({ allowHosts: Type.Array(Type.String()), limitMs: Type.Integer() });
const Request = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  turn: Type.Optional(Type.Object({ name: Type.String(), atOnce: Type.Integer() })),
  body: Type.Refine(Type.Unsafe<Uint8Array>({}), (value) => value instanceof Uint8Array),
});
const validMessages = Compile(Type.Array(Type.Union([Request, Type.Enum(['withdraw', 'close'])])));

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');
const guard = openGuard(Value.Parse(Options, workerData));

const reply = turnBatch((replies) => port.postMessage(replies));

function post({ id, url, headers, body, turn }: Static<typeof Request>): void {
  void guard
    .post({ url, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), turn })
    // The guard throws nothing but NoTurn.
    .catch(() => null)
    .then((exchange) => reply({ id, exchange }));
}

port.on('message', (messages: unknown) => {
  for (const message of validMessages.Parse(messages)) {
    if (message === 'close') void guard.close().then(() => setImmediate(() => port.close()));
    else if (message === 'withdraw') guard.withdraw();
    else post(message);
  }
});
