/** Where an event stands: its place in the whole log, and its stream. */
export interface EventPosition {
  readonly position: bigint;
  readonly stream: string;
}
