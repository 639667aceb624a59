import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileReason } from '../../file-reason.ts';
import type { ApiClient, Call } from '../client/client.ts';
import { failureOf } from '../client/explain.ts';
import { CommandFailure, exitCodes, misused, refused } from '../failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import type { Streams } from '../terminal/output.ts';
import { type Bar, startBar } from '../terminal/progress.ts';

/** The remaining download, and the number of bytes to keep of the file. */
export interface Remainder {
  readonly path: string;
  readonly query: NonNullable<Call['query']>;
  readonly keep: number;
}

export interface Download {
  /** The first bytes of every such file. */
  readonly prefix: string;
  /** The remainder for a file to resume (null: no file); null if the file is complete. */
  readonly remainderOf: (file: string | null) => Promise<Remainder | null>;
  /** Whether the format cannot be continued. */
  readonly isWhole?: boolean;
}

interface Saving {
  readonly api: ApiClient;
  readonly streams: Streams;
  readonly output: { note(text: string): void };
}

/**
 * Streams a download into a file, or to stdout.
 * @throws CommandFailure if the file must not be written, or the download is interrupted; the received part is kept
 */
export async function saveDownload(
  { api, streams, output }: Saving,
  file: string | undefined,
  resume: boolean,
  { prefix, remainderOf, isWhole = false }: Download,
): Promise<void> {
  if (resume && file === undefined) throw misused('--resume requires --output with the file to continue.');
  const fileExists = file !== undefined && existsSync(file);
  if (fileExists && !resume)
    throw misused(`${file} already exists. Continue it with --resume, or name another file.`);
  if (fileExists && !(await beginsWith(file, prefix)))
    throw refused(
      `${file} cannot be continued: it is another export, or the form has changed since. Name another file.`,
    );
  const remainder = await remainderOf(fileExists ? file : null);
  if (!remainder) return output.note(`${file ?? ''} is already complete.`);
  if (file === undefined)
    return download(api, remainder, (source) => pipeline(source, toStdout(streams)), { remedy: '' });
  await downloadInto(file, { api, streams }, remainder, isWhole);
  output.note(`Written to ${file}.`);
}

/** @throws CommandFailure also after an interrupt; the received part is kept */
async function downloadInto(
  file: string,
  { api, streams }: Omit<Saving, 'output'>,
  remainder: Remainder,
  isWhole: boolean,
): Promise<void> {
  const { keep } = remainder;
  const { signal, dispose } = onInterrupt();
  const bar = startBar(streams, '{megabytes} MB, {duration_formatted}');
  const write: Write = async (source) =>
    pipeline(source, counted(bar, keep), (await openAt(file, keep)).createWriteStream(), { signal });
  try {
    await download(api, remainder, write, {
      remedy: isWhole
        ? ` The part in ${file} cannot be continued: remove it, and start again.`
        : ` The received part is in ${file}: continue with --resume.`,
      signal,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw refused(isWhole ? `Interrupted. Remove ${file}.` : 'Interrupted. Continue with --resume.');
  } finally {
    bar.stop();
    dispose();
  }
}

type Write = (source: Readable) => Promise<void>;

interface DownloadOptions {
  /** The remedy after an interruption. */
  readonly remedy: string;
  /** Cancels the download. */
  readonly signal?: AbortSignal;
}

async function download(
  api: ApiClient,
  { path, query }: Remainder,
  write: Write,
  { remedy: advice, ...calling }: DownloadOptions,
): Promise<void> {
  const response = await api.download({ method: 'GET', path, query, ...calling });
  if (!response.ok) throw failureOf(response.error);
  try {
    await write(Readable.from(response.value));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      exitCodes.unreachable,
      `The download was interrupted: ${fileReason(error)}.${advice}`,
    );
  }
}

/** Opens a file for writing after its first `keep` bytes. */
async function openAt(path: string, keep: number): Promise<FileHandle> {
  try {
    const file = await open(path, 'a');
    await file.truncate(keep);
    return file;
  } catch (error) {
    throw misused(`${path} cannot be written: ${fileReason(error)}.`);
  }
}

/** Whether a file begins with these bytes, or is a prefix of them. */
async function beginsWith(path: string, prefix: string): Promise<boolean> {
  const file = await open(path);
  const expected = Buffer.from(prefix);
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(expected.length), 0, expected.length, 0)
    .finally(() => file.close());
  return expected.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead));
}

const toStdout = ({ stdout }: Streams) =>
  async function (source: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const chunk of source) stdout.write(decoder.decode(chunk, { stream: true }));
  };

/** Shows the amount downloaded; the total is unknown. */
function counted(bar: Bar, keep: number): Transform {
  let bytes = keep;
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length;
      bar.show(0, 0, { megabytes: (bytes / 1e6).toFixed(1) });
      done(null, chunk);
    },
  });
}
