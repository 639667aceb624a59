import { createWriteStream, existsSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SingleBar } from 'cli-progress';
import type { ApiClient, Call } from '../client.ts';
import type { Streams } from '../output.ts';
import { failureOf } from '../explain.ts';
import { CommandFailure, exitCodes, misused, refused } from '../failure.ts';

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
  const { path, query, keep } = remainder;
  const download = await api.download({ method: 'GET', path, query });
  if (!download.ok) throw failureOf(download.error);
  if (isThere) await truncate(file, keep);
  try {
    const source = Readable.from(download.value);
    if (file === undefined) await pipeline(source, toStdout(streams));
    else await pipeline(source, counted(streams, keep), createWriteStream(file, { flags: 'a' }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = file === undefined ? '' : ` What came is in ${file}: go on with --resume.`;
    throw new CommandFailure(exitCodes.unreachable, `The download broke off: ${reason}.${advice}`);
  }
  if (file !== undefined) output.note(`Written to ${file}.`);
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

/** Shows on a terminal how much has come; how much there will be nobody knows. */
function counted({ stderr }: Streams, keep: number): Transform {
  const bar = new SingleBar({ format: '{megabytes} MB, {duration_formatted}', stream: process.stderr });
  const isShown = stderr.isTTY === true;
  let bytes = keep;
  if (isShown) bar.start(0, 0, { megabytes: 0 });
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length;
      if (isShown) bar.update(0, { megabytes: (bytes / 1e6).toFixed(1) });
      done(null, chunk);
    },
    destroy(error, done) {
      bar.stop();
      done(error);
    },
  });
}
