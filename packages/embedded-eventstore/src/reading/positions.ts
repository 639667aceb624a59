/** The place of a reader of `$all`, in two parts as in the real server: those of an event are equal. */
export interface Place {
  readonly commit: number;
  readonly prepare: number;
}

/** The place of an event, which a reader at this place has passed. */
export const atEvent = (position: number): Place => ({ commit: position, prepare: position });

/** The place before the record that begins at a position. */
export const aheadOf = (position: number): Place => ({ commit: position, prepare: 0 });

/** The place before all events, of a reader that has not begun. */
export const beforeAll: Place = { commit: -1, prepare: -1 };

/** Less than 0 if `a` is before `b`, 0 if they are the same. */
export const comparePlaces = (a: Place, b: Place): number => a.commit - b.commit || a.prepare - b.prepare;

export const later = (a: Place, b: Place): Place => (comparePlaces(a, b) < 0 ? b : a);
