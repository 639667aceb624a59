/** The position of an event in the log, and its stream. */
export interface EventPosition {
  readonly position: bigint;
  readonly stream: string;
}
