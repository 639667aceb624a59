/** The position of an event in the log, and its stream. */
export interface EventPosition {
  readonly position: bigint;
  readonly stream: string;
}

/** An event by its place and its id: two logs may have events at one position, but not the same one. */
export interface EventIdentity extends EventPosition {
  readonly id: string;
}
