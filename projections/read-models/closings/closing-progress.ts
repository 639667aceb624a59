import { type RecordCounts, recordKinds } from '../../../domain/closing/events.ts';
import type { ModelStatus } from '../../generations/control/control-types.ts';
import { type Waiting, waitOf } from '../erasures/erasure-progress.ts';
import type { ClosingView } from './queries.ts';

/** Records of one kind: how many the account had, and how many of them are erased. */
export interface ErasedRecords {
  readonly kind: string;
  readonly total: number;
  readonly erased: number;
}

/** How far the erasure of a closed account is. */
export interface ClosingProgress extends Pick<
  ClosingView,
  'id' | 'closed_at' | 'started_at' | 'scrubbed_at' | 'completed_at'
> {
  readonly status: 'erasing' | 'erased';
  /** Whether every event of the account is deleted. */
  readonly deleted_from_log: boolean;
  /** Empty before the deletion has begun. */
  readonly records: ErasedRecords[];
  /** The number of deleted streams of the log. */
  readonly deleted_streams: number;
  readonly waiting_for: Waiting | null;
}

/** The name of the worker that erases accounts. */
export const accountEraser = 'account-eraser';

/** Returns an account's place in the order in which closed accounts are erased. */
export const placeOfClosing = ({ id, closed_at }: Pick<ClosingView, 'closed_at' | 'id'>): string =>
  `${closed_at} ${id}`;

/**
 * How far the erasure of a closed account is.
 * @param left the records that the read models still list
 * @param worker the status of the worker that erases accounts
 */
export function closingOf(closing: ClosingView, left: RecordCounts, worker: ModelStatus): ClosingProgress {
  const { id, closed_at, started_at, stage, records, streams, scrubbed_at, completed_at } = closing;
  const isErased = stage === null;
  const place = placeOfClosing(closing);
  return {
    id,
    status: isErased ? 'erased' : 'erasing',
    closed_at,
    started_at,
    completed_at,
    deleted_from_log: stage !== 'deletion',
    records: recordKinds.flatMap((kind) => {
      const total = records?.[kind] ?? 0;
      const erased = Math.max(0, total - (isErased ? 0 : (left[kind] ?? 0)));
      return records ? [{ kind, total, erased }] : [];
    }),
    deleted_streams: streams,
    scrubbed_at,
    waiting_for: isErased ? null : waitOf(place, ofThis(worker, place)),
  };
}

/** The worker takes the accounts in turns: its last report may be about another one. */
const ofThis = (worker: ModelStatus, place: string): ModelStatus =>
  worker.doing && worker.doing.upTo !== null && worker.doing.upTo > place
    ? { ...worker, doing: null }
    : worker;
