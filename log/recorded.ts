import { UnreadableEvent, decode } from './codec.ts';
import type { RecordedEvent } from './event-log.ts';

/** As much of an event as is decoded, in the client's names. */
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
 * Decodes an event as the event store gives it.
 * @returns null for one of an unknown type
 * @throws UnreadableEvent, saying which event it is
 */
export function toRecorded(stored: Stored): RecordedEvent | null {
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

function decodeStored({ type, data, metadata, id, streamId, revision }: Stored) {
  try {
    return decode(type, data, metadata);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    throw new UnreadableEvent(error.type, error.why, `${id}, ${streamId}@${revision}`);
  }
}
