import type { RecordedEvent } from '../../log/event-log.ts';
import { withoutSecrets } from './without-secrets.ts';

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
  data: event.type === 'PasswordSet' ? { at: event.data.at } : withoutSecrets({ ...data }),
});
