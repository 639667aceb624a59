import Type from 'typebox';
import { Actor } from '../../../domain/event.ts';
import { Timestamp } from '../../requests/schemas.ts';

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
