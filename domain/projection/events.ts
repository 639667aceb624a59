import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** Operators' decisions about a projection, in the stream `projection-{name}`. */
export const projectionEvents = {
  /** The projection ignores an event that it cannot apply, in this build and in every later one. */
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
