import { createHash } from 'node:crypto';
import { ok, type Result } from '../../../domain/result.ts';
import { withoutGuard } from '../../../domain/submission/table/formula-guard.ts';
import { type CsvFault, refuseCsv } from './csv/csv-fault.ts';
import { decodeCsv } from './csv/decode-csv.ts';
import { parseCsv } from './csv/parse-csv.ts';
import { readTable, type Table } from './csv/read-table.ts';
import { isOwnTable } from './match-columns.ts';

/** A parsed file. */
export interface Import extends Table {
  readonly encoding: string;
  /** The separator of cells. */
  readonly delimiter: string;
  /** Whether the file is an export of this service, whose guards against formulas are removed. */
  readonly isOwn: boolean;
  /** SHA-256 of the file, hex; identifies the import. */
  readonly digest: string;
}

/** The most columns of a sheet. */
const maxColumns = 16_384;

/** Reads a sheet of comma-separated values. The encoding and the separator are found where they are not given. */
export function readImport(
  bytes: Uint8Array,
  given: { readonly encoding?: string | undefined; readonly delimiter?: string | undefined } = {},
): Result<Import, CsvFault> {
  const decoded = decodeCsv(bytes, given.encoding);
  if (!decoded.ok) return decoded;
  const parsed = parseCsv(decoded.value.text, given.delimiter);
  if (!parsed.ok) return parsed;
  const { records, delimiter } = parsed.value;
  const table = readTable(records);
  if (!table.ok) return table;
  if (table.value.labels.length > maxColumns)
    return refuseCsv(
      1,
      `The header has ${table.value.labels.length} columns; at most ${maxColumns} are read.`,
    );
  const isOwn = isOwnTable(table.value.labels);
  return ok({
    ...table.value,
    labels: isOwn ? table.value.labels.map(withoutGuard) : table.value.labels,
    encoding: decoded.value.encoding,
    delimiter,
    isOwn,
    digest: createHash('sha256').update(bytes).digest('hex'),
  });
}
