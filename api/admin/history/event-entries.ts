import Type, { type Static } from 'typebox';
import { Actor } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { Timestamp } from '../../requests/schemas.ts';
import { withoutSecrets } from './without-secrets.ts';

/** An event of the log as the admin API shows it. */
export const EventEntry = Type.Object({
  id: Type.String(),
  type: Type.String(),
  stream: Type.String(),
  revision: Type.Integer(),
  position: Type.String(),
  recorded_at: Timestamp,
  actor: Actor,
  correlation_id: Type.String(),
  causation_id: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
});

/** @param data the data to show instead of the event's own */
export const eventEntry = (
  { id, event, stream, revision, position, recordedAt, metadata }: RecordedEvent,
  data: object = event.data,
): Static<typeof EventEntry> => ({
  id,
  type: event.type,
  stream,
  revision,
  position: String(position),
  recorded_at: recordedAt.toISOString(),
  actor: metadata.actor,
  correlation_id: metadata.correlationId,
  causation_id: metadata.causationId,
  data: withoutSecrets({ ...data }),
});
