import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import { submissionJson } from '../../responses/submissions.ts';
import { type Exported, partsOf } from '../export-submissions.ts';
import { type PlacedFile, placeFiles } from '../placed-files.ts';
import { type ContentDeps, readPlacedFile } from '../read-placed-file.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** What the members after the submissions of a form need to know of these. */
export interface WrittenSubmissions {
  readonly files: readonly PlacedFile[];
  /** The submissions with a history of their own: those that were begun before they were complete, or corrected. */
  readonly changed: readonly string[];
}

const hasHistory = ({ started_at, corrections }: SubmissionView): boolean =>
  started_at !== undefined || corrections !== undefined;

/** Writes the submissions of a form, oldest first. Memory keeps the paths of their files, and no answers. */
export async function writeSubmissions(
  writer: ArchiveWriter,
  path: string,
  exported: Exported,
): Promise<WrittenSubmissions> {
  const files: PlacedFile[] = [];
  const changed: string[] = [];
  function lineOf(submission: SubmissionView): string {
    writer.count(submission.is_complete ? 'submissions' : 'incomplete_submissions');
    if (hasHistory(submission)) changed.push(submission.id);
    const placed = placeFiles(submission);
    files.push(...placed);
    const paths = new Map(placed.map((file) => [file.id, file.path]));
    return `${submissionJson(submission, (fileId) => paths.get(fileId) ?? '', 'path')}\n`;
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const part of partsOf(exported)) yield part.map(lineOf).join('');
  }
  await writer.text(path, lines());
  return { files, changed };
}

/**
 * Writes the contents of files, whose hashes are computed meanwhile, and records those that are missing or changed.
 * @throws FileStoreUnavailable if the store is away
 */
export async function writeFiles(
  writer: ArchiveWriter,
  deps: ContentDeps,
  files: readonly PlacedFile[],
): Promise<void> {
  for (const file of files) {
    const { id, submissionId, path, size } = file;
    const report = (problem: 'missing' | 'changed' | 'infected') =>
      writer.problem({ submission_id: submissionId, file_id: id, path, problem });
    const read = await readPlacedFile(deps, file, () => report('changed'));
    if (typeof read === 'string') {
      report(read);
      continue;
    }
    await writer.content(path, read, size);
    writer.count('files');
  }
}
