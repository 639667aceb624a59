import { UnreadableEvent, decode } from '../../codec.ts';
import type { LogItem, RecordedEvent } from '../../event-log.ts';

/** The decoded parts of an event, under the client's names. */
export interface Stored {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly created: Date;
  readonly position?: { readonly commit: bigint } | undefined;
  readonly data: unknown;
  readonly metadata?: unknown;
}

/**
 * Decodes an event of the event store.
 * @returns null for an event of an unknown type
 * @throws UnreadableEvent, which identifies the event
 */
export function toRecorded(stored: Stored): RecordedEvent | null {
  const decoded = decodeStored(stored);
  if (!decoded) return null;
  return {
    id: stored.id,
    ...decoded,
    stream: stored.streamId,
    revision: Number(stored.revision),
    position: placeOf(stored).commit,
    recordedAt: stored.created,
  };
}

function placeOf({ position }: Stored): NonNullable<Stored['position']> {
  if (!position) throw new Error('the event store gave an event without a position');
  return position;
}

function decodeStored({ type, data, metadata, id, streamId, revision }: Stored) {
  try {
    return decode(type, data, metadata, streamId);
  } catch (error) {
    const why = error instanceof UnreadableEvent ? error.reason : `its upcaster fails: ${String(error)}`;
    throw new UnreadableEvent(type, why, `${id}, ${streamId}@${revision}`);
  }
}

/**
 * Decodes an event as `toRecorded` does, and returns the known parts of an event that cannot be decoded. The
 * event store's own events, such as the mark at the end of an erased stream, have types that begin with a
 * dollar sign, and are returned as bare positions.
 */
export function toItem(stored: Stored): LogItem {
  const { id, type, streamId: stream, revision, metadata } = stored;
  const { commit: position } = placeOf(stored);
  if (type.startsWith('$')) return { position, event: null };
  let fault: string | null = null;
  try {
    const event = toRecorded(stored);
    if (event) return { position, event };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    fault = error.reason;
  }
  const undecoded = { id, type, stream, revision: Number(revision), accountId: accountOf(metadata), fault };
  return { position, event: null, undecoded };
}

const accountOf = (metadata: unknown): string | null =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'accountId' in metadata &&
  typeof metadata.accountId === 'string'
    ? metadata.accountId
    : null;
