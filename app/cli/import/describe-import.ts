import { counted } from '../../../domain/check.ts';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { type Column, type Output, printList } from '../terminal/output.ts';
import type { ColumnUse } from './match-columns.ts';
import type { Import } from './read-import.ts';
import type { ReadRow } from './read-rows.ts';
import type { Target } from './target-form.ts';

interface DescribedColumn {
  readonly column: string;
  readonly key: string | null;
  readonly part: string | null;
  readonly kind: string | null;
  readonly note: string | null;
}

const columns: readonly Column<DescribedColumn>[] = [
  ['column', ({ column }) => column],
  ['field', ({ key, part }) => (key === null ? null : part === null ? key : `${key}.${part}`)],
  ['kind', ({ kind }) => kind],
  ['note', ({ note }) => note],
];

function described(column: string, use: ColumnUse | undefined): DescribedColumn {
  const nothing = { column, key: null, part: null, kind: null, note: null };
  switch (use?.kind) {
    case 'answer':
      return { ...nothing, key: use.field.key, part: use.part, kind: use.field.kind };
    case 'submitted_at':
      return { ...nothing, note: 'the time of the submission' };
    case 'ignored':
      return { ...nothing, note: `left out: ${use.reason}` };
    case undefined:
      return nothing;
    default:
      return use satisfies never;
  }
}

/**
 * Prints what an import would do for each column, and each row that does not fit. Answers themselves are not printed.
 * @returns the number of these rows
 */
export function describeImport(
  output: Output,
  file: Import,
  target: Target,
  rows: readonly ReadRow[],
): number {
  const { encoding, delimiter, headerRows, notes, labels } = file;
  output.print(
    `${rows.length} rows in ${encoding}, separated by ${JSON.stringify(delimiter)}, ${headerRows === 1 ? 'one header row' : 'two header rows'}.`,
  );
  for (const note of notes) output.note(note);
  const uses = labels.map((label, index) => described(label, target.uses[index]));
  printList(output, uses, columns, 'The file has no columns.');
  const answered = new Set(uses.map(({ key }) => key));
  const open = target.fields.filter(({ key, kind }) => kind !== 'statement' && !answered.has(key));
  if (open.length > 0) output.print(`Without a column: ${open.map(({ key }) => key).join(', ')}.`);
  const { files, bytes } = describeUploads(output, rows);
  let refused = 0;
  for (const row of rows) {
    if (!('reasons' in row)) continue;
    refused += 1;
    output.record({ line: row.line, reasons: row.reasons });
    if (!output.json) output.print(`line ${row.line}: ${row.reasons.join('; ')}`);
  }
  output.record({ form_id: target.formId, rows: rows.length, refused, ...(files > 0 && { files, bytes }) });
  if (files > 0) output.print(`${counted(files, 'file')} with ${bytesInWords(bytes)} would be uploaded.`);
  output.print(`${rows.length - refused} rows are valid, ${refused} are not. Nothing was imported.`);
  return refused;
}

/** Prints each file that an import would upload. */
function describeUploads(output: Output, rows: readonly ReadRow[]) {
  let [files, bytes] = [0, 0];
  for (const row of rows)
    for (const { fieldKey, file } of 'files' in row ? row.files : []) {
      const { given, size } = file;
      files += 1;
      bytes += size;
      output.record({ line: row.line, field: fieldKey, file: given, size });
      if (!output.json) output.print(`line ${row.line}: ${fieldKey}: ${given} (${bytesInWords(size)})`);
    }
  return { files, bytes };
}
