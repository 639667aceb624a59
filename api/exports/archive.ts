import { Readable } from 'node:stream';
import type { PlacedFile } from './placed-files.ts';
import { type ContentDeps, type PlacedProblem, readPlacedFile } from './read-placed-file.ts';
import { byteOrderMark, csvRows } from './write-csv.ts';
import { zipStream } from './zip-stream.ts';

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

/** Types whose contents become smaller; most others are compressed already. */
const compressible = /^(?:text\/|application\/(?:json|rtf|xml)|image\/(?:bmp|svg|tiff))/;

/**
 * Writes a ZIP archive of a table and of the files that it names, one after the other. Memory holds the paths of the files, and
 * no content. Files that are missing or changed are listed in `problems.csv`, and counted in the comment of the archive.
 * @param files the files; complete once the table is written
 */
export function archive(deps: ContentDeps, table: ArchivedTable, files: readonly PlacedFile[]): Readable {
  return zipStream(async (add) => {
    await add(table.content, table.name, { compress: table.isCompressed });
    const problems: Problem[] = [];
    for (const file of files) {
      const { path, type, size } = file;
      const read = await readPlacedFile(deps, file, () => problems.push({ file, problem: 'changed' }));
      if (typeof read === 'string') problems.push({ file, problem: read });
      else await add(read, path, { compress: compressible.test(type), size });
    }
    const listed = Readable.from([byteOrderMark + problemRows(problems)]);
    if (problems.length > 0) await add(listed, problemsName, { compress: true });
    return archiveComment(files.length, problems.length);
  });
}

/** The comment of an archive, by which a client finds problems without reading all of it. */
export const archiveComment = (files: number, problems: number): string =>
  `${files} files, ${problems} problems`;

const problemRows = (problems: readonly Problem[]): string =>
  csvRows(
    [
      problemHeadings,
      ...problems.map(({ file, problem }) => [file.submissionId, file.id, file.path, problem]),
    ],
    ',',
  );
