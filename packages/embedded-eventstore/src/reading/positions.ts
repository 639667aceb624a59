/** Where a reader of `$all` is, in two parts as in the real server: those of an event are equal. */
export interface Place {
  readonly commit: number;
  readonly prepare: number;
}

/** At an event, which is behind a reader that is there. */
export const atEvent = (position: number): Place => ({ commit: position, prepare: position });

/** Ahead of the record that begins at a position. */
export const aheadOf = (position: number): Place => ({ commit: position, prepare: 0 });

/** Ahead of everything, for a reader that has not begun. */
export const beforeAll: Place = { commit: -1, prepare: -1 };

/** Less than 0 where `a` is before `b`, 0 where they are the same. */
export const comparePlaces = (a: Place, b: Place): number => a.commit - b.commit || a.prepare - b.prepare;

export const later = (a: Place, b: Place): Place => (comparePlaces(a, b) < 0 ? b : a);
