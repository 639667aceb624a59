import { randomBytes } from 'node:crypto';
import type { Head } from '../storage/data-file.ts';
import {
  dataOf,
  encodeRecord,
  formatUuid,
  type ProposedEvent,
  tombstoneRevision,
} from '../storage/record.ts';
import type { Change } from '../storage/store.ts';
import { deletedMetadata, isDeleted, revivedMetadata, settingsFrom } from '../storage/stream-settings.ts';
import {
  type Expected,
  isKnown,
  judge,
  metastreamOf,
  originalOf,
  type WriteOutcome,
} from './expectations.ts';

type Written = Extract<WriteOutcome, { kind: 'written' }>;

const metadataType = '$metadata';
const epochName = '$epoch-information';
const tombstoneType = '$streamDeleted';
const nothing = Buffer.alloc(0);

/** An event that the server writes itself. */
export const systemEvent = (type: string, isJson: boolean, data: Buffer): ProposedEvent => ({
  id: uuid4(),
  type,
  isJson,
  data,
  metadata: nothing,
});

function uuid4(): Buffer {
  const id = randomBytes(16);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return id;
}

/** Appends events to a stream, all or none. Appending to a deleted stream revives it. */
export function append(
  change: Change,
  stream: string,
  expected: Expected,
  events: readonly ProposedEvent[],
): WriteOutcome {
  const verdict = judge(change, stream, expected, events);
  if (verdict !== 'go-on') return verdict;
  const before = change.head(stream);
  const original = originalOf(stream);
  const originalBefore = original === undefined ? undefined : change.head(original);
  const written = write(change, stream, events);
  if (before && isDeleted(before.settings)) revive(change, stream, before.last + 1);
  if (original !== undefined && originalBefore && isDeleted(originalBefore.settings)) {
    revive(change, original, originalBefore.last + 1);
  }
  return written;
}

/** Begins an empty log as the real server does, with an event of the server before all others. */
export function beginLog(change: Change): void {
  if (change.tail.last > 0) return;
  const epoch = { epochNumber: 0, epochId: formatUuid(uuid4()), timeStamp: new Date().toISOString() };
  const event = systemEvent(epochName, true, Buffer.from(JSON.stringify(epoch)));
  write(change, epochName, [event]);
}

/** Deletes a stream: it reads as not found, and may be revived at the revision after its last. */
export function softDelete(change: Change, stream: string, expected: Expected): WriteOutcome {
  const verdict = judge(change, stream, expected, [systemEvent(metadataType, true, nothing)]);
  if (verdict !== 'go-on') return verdict;
  if (!isKnown(change, stream)) return { kind: 'wrong-expected-version', current: -1 };
  return write(change, metastreamOf(stream), [systemEvent(metadataType, true, deletedMetadata())]);
}

/** Deletes a stream for good. */
export function tombstone(change: Change, stream: string, expected: Expected): WriteOutcome {
  const event = systemEvent(tombstoneType, false, nothing);
  const verdict = judge(change, stream, expected, [event]);
  if (verdict !== 'go-on') return verdict;
  const head = change.head(stream) ?? newHead(change);
  const position = addToLog(change, stream, tombstoneRevision, event);
  change.putHead(stream, { ...head, tombstoned: true });
  return { kind: 'written', revision: head.last, position };
}

function newHead(change: Change): Head {
  const id = change.tail.nextStreamId;
  change.tail = { ...change.tail, nextStreamId: id + 1 };
  return { id, last: -1, tombstoned: false, settings: {} };
}

/** Positions are offsets in a log of records, as in the real server. */
function addToLog(change: Change, stream: string, revision: number | bigint, event: ProposedEvent): number {
  const position = change.tail.next;
  const record = encodeRecord(event, { stream, revision, position, created: Date.now() });
  change.addRecord(position, record);
  change.tail = { ...change.tail, next: position + record.length, last: position };
  return position;
}

function write(change: Change, stream: string, events: readonly ProposedEvent[]): Written {
  const known = change.head(stream);
  const head = known ?? newHead(change);
  let revision = head.last;
  let position = change.tail.last;
  for (const event of events) {
    revision += 1;
    position = addToLog(change, stream, revision, event);
    change.index.put([head.id, revision], position);
    change.addId(event.id, { stream, revision, position });
  }
  const moved = { ...head, last: revision };
  if (known) change.moveHead(stream, moved);
  else if (events.length > 0) change.putHead(stream, moved);
  const original = originalOf(stream);
  const latest = events.at(-1);
  if (original !== undefined && latest) applyMetadata(change, original, latest);
  return { kind: 'written', revision, position };
}

/** Stores the settings with their stream, so that no read has to look for them. */
function applyMetadata(change: Change, stream: string, event: ProposedEvent): void {
  const head = change.head(stream) ?? newHead(change);
  change.putHead(stream, { ...head, settings: settingsFrom(event) });
}

/** Rewrites the metadata of a deleted stream, so that its events are visible from `revision` on. */
function revive(change: Change, stream: string, revision: number): void {
  const metastream = metastreamOf(stream);
  const head = change.head(metastream);
  const position = head && change.index.get([head.id, head.last]);
  const record = position === undefined ? undefined : change.log.get(position);
  const metadata = record ? dataOf(record) : nothing;
  write(change, metastream, [systemEvent(metadataType, true, revivedMetadata(metadata, revision))]);
}
