import type { RecordedEvent } from '../../log/event-log.ts';
import { shownData } from './without-secrets.ts';

/**
 * An event as people are shown it, without secrets.
 * @param data the data to show instead of the event's own
 */
export const eventEntry = (
  { id, event, stream, revision, position, recordedAt, metadata }: RecordedEvent,
  data: object = event.data,
) => ({
  id,
  type: event.type,
  stream,
  revision,
  position: String(position),
  recorded_at: recordedAt.toISOString(),
  actor: metadata.actor,
  correlation_id: metadata.correlationId,
  causation_id: metadata.causationId,
  // A password may be guessed from its hash.
  data: shownData(event.type, { ...data }),
});
