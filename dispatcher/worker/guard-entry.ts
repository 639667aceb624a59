import { parentPort, workerData } from 'node:worker_threads';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { openGuard } from './guard.ts';

/** A thread that sends requests to receivers, so that nothing that they answer holds up another thread. */

const Options = Type.Object({ allowHosts: Type.Array(Type.String()), limitMs: Type.Integer() });
const validRequest = Compile(
  Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Refine(Type.Unsafe<Uint8Array>({}), (value) => value instanceof Uint8Array),
  }),
);

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');
const guard = openGuard(Value.Parse(Options, workerData));

port.on('message', (message: unknown) => {
  if (message === 'close') return void guard.close().then(() => port.close());
  const { id, url, headers, body } = validRequest.Parse(message);
  void guard
    .post({ url, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) })
    .then((exchange) => port.postMessage({ id, exchange }));
});
