import type { ApiClient } from '../client/client.ts';
import type { Output } from '../terminal/output.ts';
import type { Bar } from '../terminal/progress.ts';
import type { ReadRow } from './read-rows.ts';
import type { RejectedRows } from './rejected-rows.ts';
import type { Retry } from './retry.ts';
import { ImportedRows, submitRows, type Tally } from './submit-rows.ts';
import { openUploads } from './upload-files.ts';

export interface ImportRun {
  readonly formId: string;
  readonly accountId: string;
  readonly rows: readonly ReadRow[];
  readonly rejected: RejectedRows;
  /** Retries calls while the service is unavailable. */
  readonly retry: Retry;
  readonly api: ApiClient;
  readonly output: Output;
  readonly bar: Bar;
  readonly signal: AbortSignal;
}

export interface ImportResult {
  readonly tally: Tally;
  /** The failure that stopped the import early. */
  readonly failure: Error | null;
}

/**
 * Submits the rows of a file to a form. Each row has a key of its own, so that the same file can be imported again at any time: no
 * row is submitted twice.
 */
export function importRows(run: ImportRun): Promise<ImportResult> {
  const { formId, accountId, rows, rejected, api, output, bar, signal, retry } = run;
  const path = `/api/admin/v1/forms/${encodeURIComponent(formId)}/imports`;
  return submitRows({
    formId,
    rows,
    signal,
    upload: openUploads({ api, retry, accountId, formId }),
    send: (sent) => retry(() => api.call({ method: 'POST', path, body: { rows: sent } }, ImportedRows)),
    onProgress: ({ refused, unsent }) => bar.show(rows.length - unsent, rows.length, { refused }),
    onRefused: (row, reasons) => {
      rejected.add(row, reasons);
      output.record({ line: row.line, reasons });
      bar.note(`line ${row.line} refused: ${reasons.join('; ')}`);
    },
  });
}

/** The result of an import as a sentence. */
export function summary(formId: string, { accepted, replayed, refused, unsent }: Tally): string {
  return [
    `Form ${formId}: ${accepted} accepted`,
    ...(replayed > 0 ? [` (${replayed} of them already stored)`] : []),
    `, ${refused} refused`,
    ...(unsent > 0 ? [`, ${unsent} not sent. Run the same command again to continue.`] : ['.']),
  ].join('');
}
