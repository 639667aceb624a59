import { isTombstoned, originalOf } from '../appending/expectations.ts';
import type { Head } from '../storage/data-file.ts';
import { createdOf, type Found } from '../storage/record.ts';
import type { Tables } from '../storage/store.ts';
import { isDeleted, metastreamSettings, type StreamSettings } from '../storage/stream-settings.ts';

/** Consecutive events. A page that its limits ended has `more`. */
export interface Page {
  readonly found: readonly Found[];
  readonly more: boolean;
}

export type Direction = 'forwards' | 'backwards';

/** Limits of a page, for its memory and for the time it takes on the thread. */
const pageEvents = 128;
const pageBytes = 1 << 20;

function cut(rows: Iterable<Found | undefined>, limit: number): Page {
  const found: Found[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (row === undefined) continue;
    if (found.length === limit || bytes >= pageBytes) return { found, more: true };
    found.push(row);
    bytes += row.record.length;
  }
  return { found, more: false };
}

/**
 * Events of `$all` next to a position: forwards from the position on, backwards before it, as in the real server.
 */
export function allPage(tables: Tables, direction: Direction, from: number): Page {
  const reverse = direction === 'backwards';
  // One below, because a range begins with its start.
  const start = reverse ? from - 1 : from;
  const range = tables.log.getRange({ start, reverse, limit: pageEvents + 1 });
  return cut(
    range.map(({ key, value }) => ({ at: key, record: value })),
    pageEvents,
  );
}

export type StreamState = 'not-found' | 'deleted' | Head;

/** Whether a stream can be read. */
export function streamState(tables: Tables, stream: string): StreamState {
  if (isTombstoned(tables, stream)) return 'deleted';
  const head = tables.head(stream);
  return head === undefined || head.last < 0 || isDeleted(head.settings) ? 'not-found' : head;
}

/** The events of a stream from a revision on that its settings do not hide. */
export function streamPage(
  tables: Tables,
  stream: string,
  head: Head,
  direction: Direction,
  from: number,
): Page {
  const settings = settingsOf(stream, head);
  const first = firstVisible(head, settings);
  const oldest = oldestVisible(settings);
  const range = tables.index.getRange(
    direction === 'forwards'
      ? { start: [head.id, Math.max(from, first)], end: [head.id, head.last + 1] }
      : { start: [head.id, Math.min(from, head.last)], end: [head.id, first - 1], reverse: true },
  );
  const rows = range.map(({ key: [, revision], value: position }) => {
    const record = tables.log.get(position);
    return record && createdOf(record) >= oldest ? { at: revision, record } : undefined;
  });
  return cut(rows, pageEvents);
}

/** The settings of a stream; those of a metadata stream are the same everywhere. */
export const settingsOf = (stream: string, head: Head): StreamSettings =>
  originalOf(stream) === undefined ? head.settings : metastreamSettings;

/** The first revision that the settings do not hide. */
export const firstVisible = (head: Head, { truncateBefore = 0, maxCount }: StreamSettings): number =>
  Math.max(truncateBefore, maxCount === undefined ? 0 : head.last - maxCount + 1);

/** The time of the oldest event that the settings do not hide, in milliseconds since the epoch. */
export const oldestVisible = ({ maxAge }: StreamSettings): number =>
  maxAge === undefined ? 0 : Date.now() - maxAge * 1000;
