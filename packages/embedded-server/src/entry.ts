import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { integer, text } from './shapes.ts';

/** The directory of a server's data, and its port; port 0 takes any free port. */
export const entryOptions = { dir: text, port: integer(0) };

interface Server {
  readonly url: string;
  readonly secureUrl?: string;
  close(): Promise<void>;
}

/** Starts a server with options that have not been checked yet. */
type Start = (options: unknown) => Promise<Server>;

interface EntryOptions {
  /** Whether the server needs a directory; true by default. */
  readonly keepsData?: boolean;
}

/**
 * Runs a server as the whole of a worker thread or process.
 * A thread takes its options from `workerData`, posts `{url}` when ready and ends on the message `close`;
 * a process takes `--dir`, `--port` and `--config`, the name of a JSON file with further options (a command line
 * would show passwords), prints `{"url":…}` as one line, at a terminal also the next step, and ends on SIGTERM or SIGINT.
 */
export async function runEntry(start: Start, { keepsData = true }: EntryOptions = {}): Promise<void> {
  if (isMainThread) await runAsProcess(start, keepsData);
  else await runAsWorker(start);
}

async function runAsWorker(start: Start): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('a worker has a parent port');
  port.on('message', (message: unknown) => {
    if (message instanceof SharedArrayBuffer) endThread(message);
  });
  const server = await start(workerData);
  port.on('message', (message: unknown) => {
    if (message === 'close') void server.close().then(() => port.close());
  });
  port.postMessage(addressesOf(server));
}

const addressesOf = ({ url, secureUrl }: Server) => ({ url, ...(secureUrl !== undefined && { secureUrl }) });

/** Ends this thread immediately, as an error would, and wakes the parent, which waits for it in `spawn.ts`. */
function endThread(ended: SharedArrayBuffer): void {
  process.once('exit', () => {
    const flag = new Int32Array(ended);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
  process.exit(1);
}

async function runAsProcess(start: Start, keepsData: boolean): Promise<void> {
  const usage = `Usage: ${basename(process.argv[1] ?? '')} ${keepsData ? '--dir <directory> ' : ''}[--port <number>] [--config <JSON file>]`;
  try {
    const { dir, port, config, help } = readCommandLine();
    if (help) return void process.stdout.write(`${usage}\n`);
    if (keepsData && dir === undefined)
      throw new Error('--dir is required: the directory that keeps the data');
    const server = await start({
      ...readConfig(config),
      ...(dir !== undefined && { dir }),
      port: Number(port),
    });
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void server.close());
    process.stdout.write(`${JSON.stringify(addressesOf(server))}\n`);
    // A program that reads the address needs no advice.
    if (process.stdout.isTTY) process.stderr.write(adviceOn(server, dir));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(1);
  }
}

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string', default: '0' },
      config: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!/^\d+$/.test(values.port)) throw new Error(`--port takes a number, not '${values.port}'`);
  return values;
}

function readConfig(path: string | undefined): object {
  const configured: unknown = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
  if (typeof configured !== 'object' || configured === null)
    throw new Error('the file of --config holds a JSON object');
  return configured;
}

const adviceOn = ({ url }: Server, dir: string | undefined): string =>
  `Connect a client to ${url}\nCtrl+C ends the server${dir === undefined ? '' : `; the data stays in ${dir}`}.\n`;
