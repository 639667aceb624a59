import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { ImportedRow } from '../../../api/contract/submissions/imports.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { Result } from '../../../domain/result.ts';
import type { ApiResponse } from '../client/client.ts';
import { failureOf } from '../client/explain.ts';
import { listOf, response } from '../client/response-schema.ts';
import type { ApiFailure } from '../client/responses.ts';
import type { ReadRow } from './read-rows.ts';
import { inRequests, type SentRow } from './row-batches.ts';
import type { UploadFiles } from './upload-files.ts';

export const ImportedRows = listOf(response(ImportedRow));
type ImportedRows = Static<typeof ImportedRows>;

export interface Tally {
  /** Rows that the service has stored, in this run or before. */
  readonly accepted: number;
  /** The accepted rows that it had stored before this run. */
  readonly replayed: number;
  readonly refused: number;
  /** Rows that the service may not have stored. */
  readonly unsent: number;
}

interface Submission {
  readonly formId: string;
  readonly rows: readonly ReadRow[];
  readonly send: (rows: readonly SentRow[]) => Promise<Result<ApiResponse<ImportedRows>, ApiFailure>>;
  readonly upload: UploadFiles;
  readonly onRefused: (row: ReadRow, reasons: readonly string[]) => void;
  readonly onProgress: (tally: Tally) => void;
  /** Once aborted, no further row is sent. */
  readonly signal: AbortSignal;
}

/**
 * Sends every row, in the order of the file, some in each request. A row that cannot be taken is reported, and the others go on.
 * @returns the counts, and the failure that stopped the import early, if any
 */
export async function submitRows(submission: Submission) {
  const { formId, rows, send, upload, onRefused, onProgress, signal } = submission;
  const count = { accepted: 0, replayed: 0, refused: 0 };
  const tally = (): Tally => ({ ...count, unsent: rows.length - count.accepted - count.refused });
  const isInterrupted = (): boolean => signal.aborted;
  const refuse = (row: ReadRow, reasons: readonly string[]) => {
    count.refused++;
    onRefused(row, reasons);
  };
  for await (const batch of inRequests(namedRows(formId, rows))) {
    if (isInterrupted()) break;
    const failed = (failure: ApiFailure) => ({
      tally: tally(),
      failure: isInterrupted() ? null : failureOf(failure),
    });
    const taken: { readonly row: ReadRow; readonly sent: SentRow }[] = [];
    for (const { row, sent } of batch) {
      const uploaded = 'reasons' in row || !sent ? row : await upload(row, sent.key);
      if ('failure' in uploaded) return failed(uploaded.failure);
      if ('reasons' in uploaded) refuse(row, uploaded.reasons);
      else if (sent) taken.push({ row, sent: { ...sent, answers: uploaded.answers } });
    }
    if (taken.length > 0) {
      const sent = await send(taken.map((row) => row.sent));
      if (!sent.ok) return failed(sent.error);
      for (const [index, outcome] of sent.value.value.data.entries()) {
        const row = taken[index]?.row;
        if (!row) continue;
        if (outcome.error) refuse(row, reasonsOf(outcome.error));
        else {
          count.accepted++;
          if (outcome.replayed === true) count.replayed++;
        }
      }
    }
    onProgress(tally());
  }
  return { tally: tally(), failure: null };
}

type RowError = NonNullable<ImportedRows['data'][number]['error']>;

export const reasonsOf = ({ message, details = [] }: RowError): string[] =>
  details.length === 0
    ? [message]
    : details.map(({ path, message: problem }) => `${path.replace(/^\/(?:answers\/)?/, '')}: ${problem}`);

interface BatchRow {
  readonly row: ReadRow;
  /** Null for a row that cannot be sent. */
  readonly sent: SentRow | null;
}

/** Gives each row its name, made of its cells, so that a repeated import of a file that has grown adds what is new. */
function* namedRows(formId: string, rows: readonly ReadRow[]): Generator<BatchRow> {
  const seen = new Map<string, number>();
  // Rows without a time of their own keep the order of the file.
  const start = Date.now() - rows.length;
  for (const [index, row] of rows.entries()) {
    const hash = createHash('sha256').update(JSON.stringify(row.cells)).digest('base64');
    const nth = seen.get(hash) ?? 0;
    seen.set(hash, nth + 1);
    const sent =
      'answers' in row
        ? {
            key: derivedId('import row', formId, hash, String(nth)),
            answers: row.answers,
            submitted_at: row.submittedAt ?? new Date(start + index).toISOString(),
          }
        : null;
    yield { row, sent };
  }
}
