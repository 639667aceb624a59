import type { Head } from '../storage/data-file.ts';
import { idOf, type ProposedEvent } from '../storage/record.ts';
import type { Change, Tables } from '../storage/store.ts';
import { isDeleted } from '../storage/stream-settings.ts';

/** The revision that a writer expects of a stream. */
export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

/** The outcome of a write. */
export type WriteOutcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  /** `current` is the revision of the stream, -1 for none. */
  | { readonly kind: 'wrong-expected-version'; readonly current: number }
  | { readonly kind: 'stream-deleted' };

const metastreamPrefix = '$$';

/** The stream that holds the metadata of a stream. */
export const metastreamOf = (stream: string): string => metastreamPrefix + stream;

/** The stream that a metadata stream describes, or undefined for any other stream. */
export const originalOf = (stream: string): string | undefined =>
  stream.startsWith(metastreamPrefix) ? stream.slice(metastreamPrefix.length) : undefined;

/** Whether a stream was deleted for good; its metadata goes with it. */
export function isTombstoned(tables: Tables, stream: string): boolean {
  const original = originalOf(stream);
  if (original !== undefined && isTombstoned(tables, original)) return true;
  return tables.head(stream)?.tombstoned ?? false;
}

/** Whether a stream has events or metadata. */
export const isKnown = (tables: Tables, stream: string): boolean =>
  (tables.head(stream)?.last ?? -1) >= 0 || (tables.head(metastreamOf(stream))?.last ?? -1) >= 0;

/**
 * Decides whether a write goes on, or which outcome is answered instead. A repeated write is answered as the first one
 * was. It is recognised by the ids of its events at the same expected revision or, without an exact revision, among the
 * last events.
 */
export function judge(
  change: Change,
  stream: string,
  expected: Expected,
  events: readonly ProposedEvent[],
): WriteOutcome | 'go-on' {
  if (isTombstoned(change, stream)) return { kind: 'stream-deleted' };
  const head = change.head(stream);
  const last = head?.last ?? -1;
  const deleted = head !== undefined && isDeleted(head.settings);
  if (expected === 'stream_exists') {
    if (deleted) return { kind: 'stream-deleted' };
    if (!isKnown(change, stream)) return { kind: 'wrong-expected-version', current: last };
  }
  if (expected === 'any' || expected === 'stream_exists') return judgeByIds(change, stream, last, events);
  const revision = expected === 'no_stream' ? -1 : expected;
  if (revision === last) return 'go-on';
  if (head === undefined || revision > last) return { kind: 'wrong-expected-version', current: last };
  return judgeByRevision(change, head, revision, deleted, events);
}

/** A write of which only a part was written before is a conflict, not a repetition. */
function judgeByIds(
  change: Change,
  stream: string,
  current: number,
  events: readonly ProposedEvent[],
): WriteOutcome | 'go-on' {
  let outcome: WriteOutcome | 'go-on' = 'go-on';
  for (const [at, { id }] of events.entries()) {
    const known = change.recentIds.get(id);
    if (known?.stream !== stream) return at === 0 ? 'go-on' : { kind: 'wrong-expected-version', current };
    outcome = { kind: 'written', revision: known.revision, position: known.position };
  }
  return outcome;
}

function judgeByRevision(
  change: Change,
  head: Head,
  expected: number,
  deleted: boolean,
  events: readonly ProposedEvent[],
): WriteOutcome | 'go-on' {
  let outcome: WriteOutcome = { kind: 'wrong-expected-version', current: head.last };
  for (const [at, { id }] of events.entries()) {
    const revision = expected + 1 + at;
    const position = change.index.get([head.id, revision]);
    const record = position === undefined ? undefined : change.log.get(position);
    if (position === undefined || record === undefined || !idOf(record).equals(id)) {
      // An append that expects no stream may revive a deleted stream.
      if (at === 0 && expected === -1 && deleted) return 'go-on';
      return { kind: 'wrong-expected-version', current: head.last };
    }
    outcome = { kind: 'written', revision, position };
  }
  return outcome;
}
