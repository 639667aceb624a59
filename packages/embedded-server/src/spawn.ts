import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The message of an entry whose server accepts connections. */
export const Ready = Type.Object({ url: Type.String(), secureUrl: Type.Optional(Type.String()) });

/** A server that runs in a thread of its own. */
export interface WorkerServer {
  /** The address for its client. */
  readonly url: string;
  /** The address for clients with TLS, if it has a listener for them. */
  readonly secureUrl?: string;
  /** Asks the server to close, and waits until its thread has ended. */
  close(): Promise<void>;
  /** Resolves with the exit code when the thread has ended, for whatever reason. */
  readonly exited: Promise<number>;
}

/** The time that a server has to close, and then its thread to end, in milliseconds. */
const closeLimitMs = 10_000;
const endLimitMs = 2_000;

/**
 * The threads of this process. They have to end themselves: a thread that Node stops cannot end its transaction, and LMDB,
 * which waits for that, would keep the process alive for ever.
 */
const running = new Set<Worker>();
process.on('exit', () => {
  const flags = [...running].map(endAtOnce);
  // The files are as after a crash, which loses nothing; a process that does not end is worse.
  for (const flag of flags)
    if (Atomics.wait(flag, 0, 0, endLimitMs) === 'timed-out') process.kill(process.pid, 'SIGKILL');
});

/** Asks a thread to end without closing anything. @returns a value that becomes 1 once the thread has ended */
export function endAtOnce(worker: Worker): Int32Array {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  worker.postMessage(flag.buffer);
  return flag;
}

/**
 * The address of an entry next to the calling module, with the extension the module itself runs under
 * (`.ts` from source, `.js` when built).
 * @param name relative and without extension, such as `./eventstore/bin`
 */
export function entryUrl(name: string, callerUrl: string): URL {
  const extension = callerUrl.endsWith('.ts') ? '.ts' : '.js';
  return new URL(name + extension, callerUrl);
}

/**
 * Starts a server in a worker thread: `entry` serves with the functions of `entry.ts`.
 * @param onError receives an error that ends the thread after it was ready
 * @throws the error that kept the server from starting
 */
export async function startInWorker(
  entry: URL,
  workerData: unknown,
  onError: (error: Error) => void = (error) => process.emitWarning(error),
): Promise<WorkerServer> {
  const worker = createWorker(entry, workerData);
  running.add(worker);
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  void exited.then(() => running.delete(worker));
  const ready = await new Promise<Static<typeof Ready>>((resolve, reject) => {
    worker.on('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`${entry.href} ended with code ${code} before it was ready`)),
    );
    worker.once('message', (message: unknown) => resolve(Value.Parse(Ready, message)));
  });
  worker.on('error', onError);
  return { ...ready, exited, close: () => closeWorker(worker, exited) };
}

/**
 * The objects of these threads live for one command or message. A young generation as large as that of the main thread, of
 * 48 MB, would be in memory for each of them.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 } as const;

/**
 * A thread that runs a module. It does not inherit the loader that lets its parent run from source, so it registers
 * its own.
 */
export function createWorker(entry: URL, workerData: unknown): Worker {
  // The option of the process would take precedence. V8 reads it when a thread begins, so the main thread keeps its size.
  setFlagsFromString('--max-semi-space-size=0');
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, { workerData, resourceLimits });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = `import(${loader}).then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); })`;
  return new Worker(source, { eval: true, workerData, resourceLimits });
}

async function closeWorker(worker: Worker, exited: Promise<number>): Promise<void> {
  worker.postMessage('close');
  await pTimeout(exited, { milliseconds: closeLimitMs, fallback: () => void endAtOnce(worker) });
  await pTimeout(exited, { milliseconds: endLimitMs, fallback: () => undefined });
  // A thread that ignores even that must not keep the process alive; it ends with the process.
  worker.unref();
}
