import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** Where a server keeps its data and listens; port 0 takes any free one. */
const EntryOptions = Type.Object({ dir: Type.String({ minLength: 1 }), port: Type.Integer({ minimum: 0 }) });
export type EntryOptions = Static<typeof EntryOptions>;

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs a server as the whole of a worker thread or process.
 * A thread takes its options from `workerData`, posts `{url}` when ready and ends on the message `close`;
 * a process takes `--dir` and `--port`, prints `{"url":…}` as one line and ends on SIGTERM or SIGINT.
 */
export async function runEntry(start: (options: EntryOptions) => Promise<Server>): Promise<void> {
  if (isMainThread) await runAsProcess(start);
  else await runAsWorker(start);
}

async function runAsWorker(start: (options: EntryOptions) => Promise<Server>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('a worker has a parent port');
  const server = await start(Value.Parse(EntryOptions, workerData));
  port.on('message', (message: unknown) => {
    if (message === 'close') void server.close().then(() => port.close());
  });
  port.postMessage({ url: server.url });
}

async function runAsProcess(start: (options: EntryOptions) => Promise<Server>): Promise<void> {
  const { values } = parseArgs({
    options: { dir: { type: 'string' }, port: { type: 'string', default: '0' } },
  });
  if (values.dir === undefined) throw new Error('--dir is required: the directory that keeps the data');
  const options = { dir: values.dir, port: Number(values.port) };
  const server = await start(Value.Parse(EntryOptions, options));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void server.close());
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
}
