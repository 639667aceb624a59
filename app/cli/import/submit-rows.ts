import PQueue from 'p-queue';
import type { Result } from '../../../domain/result.ts';
import type { Answer, ApiFailure, Refused } from '../client.ts';
import { failureOf } from '../explain.ts';
import type { CsvRecord } from './parse-csv.ts';

export interface Tally {
  /** Rows that the service has stored, in this run or before. */
  readonly accepted: number;
  /** The accepted rows that it had stored before this run. */
  readonly replayed: number;
  readonly refused: number;
  /** Rows that the service may not have stored. */
  readonly unsent: number;
}

export interface Submission {
  readonly rows: readonly CsvRecord[];
  /** The maximum number of concurrent rows. */
  readonly concurrency: number;
  readonly send: (row: CsvRecord) => Promise<Result<Answer<unknown>, ApiFailure>>;
  readonly onRefused: (line: number, refusal: Refused) => void;
  readonly onProgress: (tally: Tally) => void;
  /** Once aborted, no further row is sent; rows under way finish. */
  readonly signal: AbortSignal;
}

/**
 * Sends every row. A row refused for its content is reported, and the import continues.
 * @returns the counts, and the failure that stopped the import early, if any
 */
export async function submitRows({ rows, concurrency, send, onRefused, onProgress, signal }: Submission) {
  const queue = new PQueue({ concurrency });
  const count = { accepted: 0, replayed: 0, refused: 0 };
  const ended: { by: Error | null } = { by: null };
  const tally = (): Tally => ({ ...count, unsent: rows.length - count.accepted - count.refused });

  async function submit(row: CsvRecord): Promise<void> {
    const sent = await send(row);
    if (sent.ok) {
      count.accepted++;
      if (sent.value.replayed) count.replayed++;
    } else if (isFaultOfRow(sent.error)) {
      count.refused++;
      onRefused(row.line, sent.error);
    } else if (!signal.aborted) ended.by ??= failureOf(sent.error);
    onProgress(tally());
  }

  for (const row of rows) {
    // Rows wait here instead of in the queue, to bound memory.
    await queue.onSizeLessThan(1);
    if (ended.by !== null || signal.aborted) break;
    void queue.add(() => submit(row).catch((error: unknown) => (ended.by ??= asError(error))));
  }
  await queue.onIdle();
  return { tally: tally(), failure: ended.by };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** These refusals would repeat for every row, so they end the import; others concern a single row. */
const endsAll = new Set([401, 403, 404, 405, 429, 503]);

const isFaultOfRow = (failure: ApiFailure): failure is Refused =>
  failure.kind === 'refused' && !endsAll.has(failure.status) && failure.code !== 'form_not_published';
