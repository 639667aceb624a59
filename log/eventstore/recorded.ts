import { decode, UnreadableEvent } from '../codec.ts';
import type { LogItem, RecordedEvent } from '../event-log.ts';
import type { Stored } from './client/index.ts';

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
    revision: stored.revision,
    position: stored.position.commit,
    recordedAt: stored.created,
  };
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
  const { commit: position } = stored.position;
  if (type.startsWith('$')) return { position, event: null };
  let fault: string | null = null;
  try {
    const event = toRecorded(stored);
    if (event) return { position, event };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    fault = error.reason;
  }
  const undecoded = { id, type, stream, revision, accountId: accountOf(metadata), fault };
  return { position, event: null, undecoded };
}

const accountOf = (metadata: unknown): string | null =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'accountId' in metadata &&
  typeof metadata.accountId === 'string'
    ? metadata.accountId
    : null;
