import streams from '@eventstore/db-client/generated/streams_pb.js';
import { randomUUID } from 'node:crypto';
import { encodeRecord, idOf, responseOf, tombstoneRevision, type ProposedEvent } from './record.ts';
import type { RecentIds } from './recent-ids.ts';
import type { Change, Head } from './store.ts';
import {
  deletedMetadata,
  isDeleted,
  revivedMetadata,
  settingsFrom,
  type StreamSettings,
} from './stream-settings.ts';

/** The revision a writer expects a stream to be at. */
export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

/** What became of a write. Revisions are those of the stream, -1 for none. */
export type WriteOutcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-expected-version'; readonly current: number }
  | { readonly kind: 'stream-deleted' };

type Verdict = WriteOutcome | { readonly kind: 'ok' };

const metastreamPrefix = '$$';
const metastreamOf = (stream: string): string => metastreamPrefix + stream;
const metadataType = '$metadata';
const tombstoneType = '$streamDeleted';
/** Added to the bytes of an event to make its length in the log. */
const positionOverhead = 64;

/** The stream that a metadata stream describes, or undefined for any other stream. */
const originalOf = (stream: string): string | undefined =>
  stream.startsWith(metastreamPrefix) ? stream.slice(metastreamPrefix.length) : undefined;
