import { Readable } from 'node:stream';
import { openTurns } from '../../async/turns.ts';
import type { SubmissionStatus } from '../../domain/submission/status.ts';
import type { Keyset } from '../../projections/queries/keyset.ts';
import type { SubmissionQueries, SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import { type LinkOf, submissionJson } from '../responses/submissions.ts';
import { inChunks } from './in-chunks.ts';
import type { SubmissionTable } from './submission-table.ts';
import { byteOrderMark, csvRows } from './write-csv.ts';
import { xlsxFile } from './write-xlsx.ts';

const pageSize = 500;

/** What is exported, and from which place on. */
export interface Exported {
  readonly queries: Pick<SubmissionQueries, 'oldestFirst'>;
  readonly accountId: string;
  readonly formId: string;
  /** The times of submission, from `since` (included) to `until` (excluded), ISO 8601. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Whether submissions that are not complete are exported too. */
  readonly withIncomplete?: boolean | undefined;
  readonly status?: SubmissionStatus | undefined;
  /** Further conditions; without them, everything is exported. */
  readonly matches?: ((submission: SubmissionView) => boolean) | undefined;
  readonly after?: Keyset | undefined;
  /** Those that are left out. */
  readonly without?: ReadonlySet<string>;
  /** Returns the link to a file by its id. */
  readonly linkOf: LinkOf;
}

/** Returns the paths of a submission's files by their ids. */
export type PathsOf = (submission: SubmissionView) => ReadonlyMap<string, string>;

/** So many are written at once, in a moment. */
const partSize = 25;

/**
 * The submissions, oldest first, some at a time, while other requests have their turns. A submission that is completed meanwhile moves
 * to the end, where it does not come again.
 */
export async function* partsOf(exported: Exported): AsyncGenerator<readonly SubmissionView[]> {
  const { without, matches = () => true } = exported;
  const turns = openTurns();
  const incomplete = new Set<string>();
  for await (const page of pagesOf(exported)) {
    let part: SubmissionView[] = [];
    for (const submission of page) {
      const isNew = without?.has(submission.id) !== true && !incomplete.has(submission.id);
      if (isNew && matches(submission)) part.push(submission);
      if (!submission.is_complete) incomplete.add(submission.id);
      if (part.length < partSize && !turns.isOver()) continue;
      yield part;
      part = [];
      if (turns.isOver()) await turns.next();
    }
    yield part;
  }
}

/** All submissions of a time and status, oldest first, a page at a time. */
async function* pagesOf(exported: Exported): AsyncGenerator<readonly SubmissionView[]> {
  const { queries, accountId, formId, since, until, withIncomplete = false, status, after } = exported;
  const filter = { since, until, status, ...(!withIncomplete && { isComplete: true }) };
  for (let place = after, more = true; more;) {
    const page = { limit: pageSize, after: place, ...filter };
    const { items, next } = await queries.oldestFirst(accountId, formId, page);
    yield items;
    more = next !== null;
    place = next ?? undefined;
  }
}

/**
 * The submissions as objects, as the API answers one of them; a line each.
 * @param pathsOf replaces the links to files by paths
 */
export function ndjsonFile(exported: Exported, pathsOf?: PathsOf): Readable {
  const lineOf = (submission: SubmissionView) => {
    const paths = pathsOf?.(submission);
    return paths
      ? submissionJson(submission, (fileId) => paths.get(fileId) ?? '', 'path')
      : submissionJson(submission, exported.linkOf);
  };
  return Readable.from(
    inChunks(mapped(partsOf(exported), (part) => part.map((one) => `${lineOf(one)}\n`).join(''))),
  );
}

export interface CsvOptions {
  readonly delimiter: string;
  /** Whether the file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly bom: boolean;
}

/** The submissions as CSV; from a later place on without the headings. */
export function csvFile(
  exported: Exported,
  table: SubmissionTable,
  { delimiter, bom }: CsvOptions,
): Readable {
  async function* rows(): AsyncGenerator<string> {
    if (!exported.after) yield (bom ? byteOrderMark : '') + csvRows([table.headings], delimiter);
    for await (const part of partsOf(exported))
      yield csvRows(
        part.map((submission) => table.rowOf(submission)),
        delimiter,
        table.contents,
      );
  }
  return Readable.from(inChunks(rows()));
}

/** The submissions as a workbook of Excel. */
export function workbook(exported: Exported, table: SubmissionTable): Readable {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const part of partsOf(exported)) for (const submission of part) yield table.rowOf(submission);
  }
  return xlsxFile({ ...table, rows: rows() });
}

async function* mapped<T>(items: AsyncIterable<T>, one: (item: T) => string): AsyncGenerator<string> {
  for await (const item of items) yield one(item);
}
