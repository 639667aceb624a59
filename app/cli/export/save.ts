import { existsSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiClient, Call } from '../client.ts';
import type { Streams } from '../output.ts';
import { failureOf } from '../explain.ts';
import { CommandFailure, exitCodes, fileReason, misused, refused } from '../failure.ts';
import { onInterrupt } from '../interrupt.ts';
import { startBar, type Bar } from '../progress.ts';

/** What is still to be downloaded, and how many bytes of the file stay. */
export interface Remainder {
  readonly path: string;
  readonly query: NonNullable<Call['query']>;
  readonly keep: number;
}

export interface Download {
  /** How every such file begins. */
  readonly beginning: string;
  /** Asked of a file that is to be gone on with (null: of none); answers null for a whole one. */
  readonly remainderOf: (file: string | null) => Promise<Remainder | null>;
}

interface Saving {
  readonly api: ApiClient;
  readonly streams: Streams;
  readonly output: { note(text: string): void };
}

/**
 * Downloads into a file, or to stdout where none is named, and holds only what is on its way.
 * @throws CommandFailure where the file must not be written, or the download breaks off: what came is kept
 */
export async function saveDownload(
  { api, streams, output }: Saving,
  file: string | undefined,
  resume: boolean,
  { beginning, remainderOf }: Download,
): Promise<void> {
  if (resume && file === undefined) throw misused('--resume takes --output, the file to go on with.');
  const isThere = file !== undefined && existsSync(file);
  if (isThere && !resume)
    throw misused(`${file} is there already. Go on with it by --resume, or name another.`);
  if (isThere && !(await beginsWith(file, beginning)))
    throw refused(`${file} is something else: its beginning is not that of such an export.`);
  const remainder = await remainderOf(isThere ? file : null);
  if (!remainder) return output.note(`${file ?? ''} is whole already.`);
  if (file === undefined)
    return download(api, remainder, (source) => pipeline(source, toStdout(streams)), { advice: '' });
  await downloadInto(file, { api, streams }, remainder);
  output.note(`Written to ${file}.`);
}

/** @throws CommandFailure also after an interrupt: what came is kept */
async function downloadInto(
  file: string,
  { api, streams }: Omit<Saving, 'output'>,
  remainder: Remainder,
): Promise<void> {
  const { keep } = remainder;
  const { signal, dispose } = onInterrupt();
  const bar = startBar(streams, '{megabytes} MB, {duration_formatted}');
  const write: Write = async (source) =>
    pipeline(source, counted(bar, keep), (await openAt(file, keep)).createWriteStream(), { signal });
  try {
    await download(api, remainder, write, {
      advice: ` What came is in ${file}: go on with --resume.`,
      signal,
    });
  } catch (error) {
    throw signal.aborted ? refused('Interrupted. Continue with --resume.') : error;
  } finally {
    bar.stop();
    dispose();
  }
}

type Write = (source: Readable) => Promise<void>;

/** @param options advice: what can be done where it breaks off; signal: calls it off */
async function download(
  api: ApiClient,
  { path, query }: Remainder,
  write: Write,
  { advice, ...calling }: { readonly advice: string; readonly signal?: AbortSignal },
): Promise<void> {
  const begun = await api.download({ method: 'GET', path, query, ...calling });
  if (!begun.ok) throw failureOf(begun.error);
  try {
    await write(Readable.from(begun.value));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(exitCodes.unreachable, `The download broke off: ${fileReason(error)}.${advice}`);
  }
}

/** Opens a file for what comes after its first `keep` bytes, which stay. */
async function openAt(path: string, keep: number): Promise<FileHandle> {
  try {
    const file = await open(path, 'a');
    await file.truncate(keep);
    return file;
  } catch (error) {
    throw misused(`${path} cannot be written: ${fileReason(error)}.`);
  }
}

/** Whether a file begins so, as far as it goes. */
async function beginsWith(path: string, beginning: string): Promise<boolean> {
  const file = await open(path);
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(beginning.length), 0, beginning.length, 0)
    .finally(() => file.close());
  return beginning.startsWith(buffer.toString('utf8', 0, bytesRead));
}

const toStdout = ({ stdout }: Streams) =>
  async function (source: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
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
