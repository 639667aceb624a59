import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The erasure of a person, in a stream that outlives the person: it holds ids and times alone. */
export const personErasureEvents = {
  /** From here on the person's data is being deleted. */
  PersonErasureStarted: v1(Type.Object({ personId: Type.String(), requestedAt: Timestamp, at: Timestamp })),
  /** The streams of the person have tombstones, all of which precede this event. */
  PersonTombstoned: v1(Type.Object({ at: Timestamp })),
  /**
   * No file of the log holds the person's events, and no document of the read store the person's data. `at` is no earlier than the
   * last write of the data to the read store, by the clocks of the read store and of the eraser.
   */
  PersonScrubbed: v1(Type.Object({ at: Timestamp })),
  /** No file of the stores holds anything personal of the person on any member. */
  PersonErased: v1(Type.Object({ at: Timestamp })),
};

export type PersonErasureEvent = EventOf<typeof personErasureEvents>;
