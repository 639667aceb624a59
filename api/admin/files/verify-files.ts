import { createHash } from 'node:crypto';
import { filesIn } from '../../../domain/file/stored-file.ts';
import type { FileView } from '../../../projections/read-models/files/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';

/** A file or a content that is not as the log says, or the end of the verification. */
export type Verified =
  | { readonly file_id: string | null; readonly content_id: string; readonly problem: FileProblem }
  | { readonly files: number; readonly contents: number; readonly problems: number };

export type FileProblem =
  /** The store does not have the content. */
  | 'missing'
  /** The content has another hash than was recorded of it. */
  | 'changed'
  /** The submission records another hash. */
  | 'contradiction'
  /** The content is of no file, and older than an upload may be. */
  | 'orphan';

type Deps = Pick<ApiDeps, 'contents' | 'fileLifetimeMs' | 'now' | 'queries'>;

const batch = 200;

/**
 * Compares each file of the log with its content, and each content with the files of the log. Every content is read.
 * @returns a problem at a time, and at last the numbers
 * @throws FileStoreUnavailable
 */
export async function* verifyFiles(deps: Deps): AsyncGenerator<Verified> {
  let [files, contents, problems] = [0, 0, 0];
  for (let after: string | null = null, more = true; more;) {
    const page: readonly FileView[] = await deps.queries.files.all(after, batch);
    for (const file of page) {
      files += 1;
      const problem = await problemOf(deps, file);
      if (problem === null) continue;
      problems += 1;
      yield { file_id: file.id, content_id: file.content_id, problem };
    }
    more = page.length === batch;
    after = page.at(-1)?.id ?? null;
  }
  const young = deps.now().getTime() - deps.fileLifetimeMs;
  for await (const { contentId, changedAt } of deps.contents.list()) {
    contents += 1;
    if (changedAt.getTime() >= young) continue;
    if ((await deps.queries.files.contentsAmong([contentId])).has(contentId)) continue;
    problems += 1;
    yield { file_id: null, content_id: contentId, problem: 'orphan' };
  }
  yield { files, contents, problems };
}

async function problemOf(deps: Deps, file: FileView): Promise<FileProblem | null> {
  const { content_id: contentId } = file;
  const known = await deps.contents.describe(contentId);
  // A file may be removed while the others are verified.
  const isGone = async () => (await deps.queries.files.get(null, file.id)) === null;
  if (!known) return (await isGone()) ? null : 'missing';
  const hash = createHash('sha256');
  for await (const chunk of await deps.contents.read(contentId)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== known.sha256) return 'changed';
  return (await isContradicted(deps, file, known.sha256)) ? 'contradiction' : null;
}

/** Whether the submission that has a file records another hash of it. */
async function isContradicted(
  { queries }: Deps,
  { id, submission_id }: FileView,
  sha256: string,
): Promise<boolean> {
  const submission = submission_id === null ? null : await queries.submissions.get(null, submission_id);
  const recorded = submission?.answers
    .flatMap(({ kind, value }) => (kind === 'file' ? filesIn(value) : []))
    .find((one) => one.id === id);
  return recorded !== undefined && recorded.sha256 !== sha256;
}
