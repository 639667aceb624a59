import { createHash } from 'node:crypto';
import { ok, type Result } from '../../../domain/result.ts';
import { refuseCsv, type CsvFault } from './csv-fault.ts';
import { decodeCsv, type DecodedCsv } from './decode-csv.ts';
import { inferForm, type ImportField } from './infer-form.ts';
import { parseCsv } from './parse-csv.ts';
import { readTable, type Table } from './read-table.ts';

/** A parsed and validated file, ready to send. */
export interface Import extends Table {
  readonly encoding: DecodedCsv['encoding'];
  readonly fields: readonly ImportField[];
  /** SHA-256 of the file, hex; identifies the import. */
  readonly digest: string;
}

/** The most questions of a form. */
const maxColumns = 500;

/** Reads a CSV file into questions and rows. @param delimiter the cell separator; detected by default */
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
