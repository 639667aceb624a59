import { createHash } from 'node:crypto';
import { ok, type Result } from '../../../domain/result.ts';
import { refuseCsv, type CsvFault } from './csv-fault.ts';
import { decodeCsv, type DecodedCsv } from './decode-csv.ts';
import { inferForm, type ImportField } from './infer-form.ts';
import { parseCsv } from './parse-csv.ts';
import { readTable, type Table } from './read-table.ts';

/** A file made ready: nothing of it is refused any more before the service has seen it. */
export interface Import extends Table {
  readonly encoding: DecodedCsv['encoding'];
  readonly fields: readonly ImportField[];
  /** SHA-256 of the file, hex: the same file is the same import. */
  readonly digest: string;
}

/** The most questions that a form takes. */
const maxColumns = 500;

/** Reads a CSV file into questions and rows. @param delimiter between cells; found out where it is not given */
export function readImport(bytes: Uint8Array, delimiter?: string): Result<Import, CsvFault> {
  const decoded = decodeCsv(bytes);
  if (!decoded.ok) return decoded;
  const records = parseCsv(decoded.value.text, delimiter);
  if (!records.ok) return records;
  const table = readTable(records.value);
  if (!table.ok) return table;
  if (table.value.labels.length > maxColumns)
    return refuseCsv(1, `The header has ${table.value.labels.length} columns; a form takes ${maxColumns}.`);
  return ok({
    ...table.value,
    encoding: decoded.value.encoding,
    fields: inferForm(table.value),
    digest: createHash('sha256').update(bytes).digest('hex'),
  });
}
