import PQueue from 'p-queue';
import type { Result } from '../../../domain/result.ts';
import type { Answer, ApiFailure, Refused } from '../client.ts';
import { failureOf } from '../explain.ts';
import type { CsvRecord } from './parse-csv.ts';

export interface Tally {
  /** Rows that the service holds now, those included that it held before. */
  readonly accepted: number;
  /** Those of the accepted that it held before. */
  readonly replayed: number;
  readonly refused: number;
  /** Rows of which it is not known that the service has them. */
  readonly unsent: number;
}

export interface Submission {
  readonly rows: readonly CsvRecord[];
  /** How many are under way at once. */
  readonly concurrency: number;
  readonly send: (row: CsvRecord) => Promise<Result<Answer<unknown>, ApiFailure>>;
  readonly onRefused: (line: number, refusal: Refused) => void;
  readonly onProgress: (tally: Tally) => void;
  /** Once aborted, no further row is sent; those under way are waited for. */
  readonly signal: AbortSignal;
}

/**
 * Sends every row. One that is refused for what is in it is reported and the rest go on.
 * @returns the count, and the failure that ended it early, where one did
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
    // Rows wait here and not in the queue: there may be a great many.
    await queue.onSizeLessThan(1);
    if (ended.by !== null || signal.aborted) break;
    void queue.add(() => submit(row).catch((error: unknown) => (ended.by ??= asError(error))));
  }
  await queue.onIdle();
  return { tally: tally(), failure: ended.by };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Refusals of this kind would meet every row, so they end the import; the others say something about this one. */
const endsAll = new Set([401, 403, 404, 405, 429, 503]);

const isFaultOfRow = (failure: ApiFailure): failure is Refused =>
  failure.kind === 'refused' && !endsAll.has(failure.status) && failure.code !== 'form_not_published';
