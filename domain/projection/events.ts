import Type from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/** What was decided about a projection itself, in the stream `projection-{name}`. */
export const projectionEvents = {
  /** An event that the projection cannot take counts as not there, in this build and in every later one. */
  ProjectionEventSkipped: v1(
    Type.Object({
      projection: Type.String(),
      eventId: Type.String(),
      reason: Type.String(),
      at: Timestamp,
    }),
  ),
};

export type ProjectionEvent = EventOf<typeof projectionEvents>;
