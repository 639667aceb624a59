import type { AllStreamRecordedEvent, RecordedEvent as StoredEvent } from '@eventstore/db-client';
import { UnreadableEvent, decode } from './codec.ts';
import type { RecordedEvent } from './event-log.ts';

/**
 * Decodes an event as the event store gives it.
 * @returns null for one of an unknown type
 * @throws UnreadableEvent, saying which event it is
 */
export function toRecorded(stored: StoredEvent | AllStreamRecordedEvent): RecordedEvent | null {
  const decoded = decodeStored(stored);
  if (!decoded) return null;
  if (!stored.position) throw new Error('the event store gave an event without a position');
  return {
    id: stored.id,
    ...decoded,
    stream: stored.streamId,
    revision: Number(stored.revision),
    position: stored.position.commit,
    recordedAt: stored.created,
  };
}

function decodeStored({
  type,
  data,
  metadata,
  id,
  streamId,
  revision,
}: StoredEvent | AllStreamRecordedEvent) {
  try {
    return decode(type, data, metadata);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    throw new UnreadableEvent(error.type, error.why, `${id}, ${streamId}@${revision}`);
  }
}
