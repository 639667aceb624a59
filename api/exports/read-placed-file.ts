import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { loadFile } from '../../commands/file/claim-files.ts';
import { holderOf } from '../../domain/file/decider.ts';
import { FileStoreUnavailable } from '../../files/file-contents.ts';
import { UploadRefused } from '../../files/upload-errors.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { PlacedFile } from './placed-files.ts';

/** Why an archive does not have a file, or has other bytes than were submitted. */
export type PlacedProblem =
  /** The store does not have it, or the submission was erased meanwhile. */
  | 'missing'
  /** The content has another hash than the submission records. It is in the archive. */
  | 'changed'
  /** A scanner found something in it. */
  | 'infected';

export type ContentDeps = Pick<ApiDeps, 'aggregates' | 'contents' | 'requireClean'>;

/**
 * Opens the content of a file, whose hash is computed while it is read.
 * @param onChanged called at the end of a content that is not the one that was submitted
 * @returns the content; or why there is none
 * @throws LogUnavailable, FileStoreUnavailable if the store is away
 */
export async function readPlacedFile(
  { aggregates, contents, requireClean }: ContentDeps,
  { id, submissionId, sha256 }: PlacedFile,
  onChanged: () => void,
): Promise<Readable | Exclude<PlacedProblem, 'changed'>> {
  const state = await loadFile({ aggregates }, id);
  if (!state.exists || state.isGone || holderOf(state) !== submissionId) return 'missing';
  const { contentId } = state.received;
  try {
    const content = await contents.describe(contentId);
    if (!content) return 'missing';
    await requireClean(contentId, content);
    const source = await contents.read(contentId);
    return Readable.from(hashed(source, sha256, onChanged), { objectMode: false });
  } catch (error) {
    if (error instanceof FileStoreUnavailable && error.reason === 'missing') return 'missing';
    if (error instanceof UploadRefused) return 'infected';
    throw error;
  }
}

async function* hashed(source: Readable, sha256: string, onChanged: () => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) onChanged();
}
