import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { PlacedFile } from './placed-files.ts';
import { type ContentDeps, type PlacedProblem, readPlacedFile } from './read-placed-file.ts';
import { byteOrderMark, csvRows } from './write-csv.ts';

interface ArchivedTable {
  readonly name: string;
  readonly content: Readable;
  readonly isCompressed: boolean;
}

interface Problem {
  readonly file: PlacedFile;
  readonly problem: PlacedProblem;
}

/** The file of an archive that lists the files which it lacks. */
const problemsName = 'problems.csv';
const problemHeadings = ['submission_id', 'file_id', 'path', 'problem'];

/** From this size on, in bytes, an entry needs the format for large files. */
const largeBytes = 0xf000_0000;

/** Types whose contents become smaller; most others are compressed already. */
const compressible = /^(?:text\/|application\/(?:json|rtf|xml)|image\/(?:bmp|svg|tiff))/;

/**
 * Writes a ZIP archive of a table and of the files that it names, one after the other. Memory holds the paths of the files, and
 * no content. Files that are missing or changed are listed in `problems.csv`, and counted in the comment of the archive.
 * @param files the files; complete once the table is written
 */
export function archive(deps: ContentDeps, table: ArchivedTable, files: readonly PlacedFile[]): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  let open = table.content;
  output.once('close', () => open.destroy());

  async function add(source: Readable, path: string, options: Parameters<ZipFile['addReadStream']>[2]) {
    open = source;
    if (output.destroyed) source.destroy();
    zip.addReadStream(source, path, options);
    await finished(source);
  }

  async function write(): Promise<void> {
    await add(table.content, table.name, { compress: table.isCompressed });
    const problems: Problem[] = [];
    for (const file of files) {
      const { path, type, size } = file;
      const read = await readPlacedFile(deps, file, () => problems.push({ file, problem: 'changed' }));
      if (typeof read === 'string') problems.push({ file, problem: read });
      else await add(read, path, { compress: compressible.test(type), forceZip64Format: size >= largeBytes });
    }
    if (problems.length > 0) zip.addBuffer(Buffer.from(byteOrderMark + problemRows(problems)), problemsName);
    zip.end({ comment: `${files.length} files, ${problems.length} problems`, forceZip64Format: false });
  }

  write().catch(fail);
  return output;
}

const problemRows = (problems: readonly Problem[]): string =>
  csvRows(
    [
      problemHeadings,
      ...problems.map(({ file, problem }) => [file.submissionId, file.id, file.path, problem]),
    ],
    ',',
  );
