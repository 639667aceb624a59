import type { Result } from './result.ts';

/**
 * The shape of every aggregate. `decide` turns a command into events or a refusal, `evolve` applies an event
 * to the state. Both are pure: timestamps and ids are part of the command.
 */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[], Refusal>;
  /** Applies an event. @param revision the event's revision in its stream, from 0 */
  readonly evolve: (state: State, event: Event, revision: number) => State;
  /**
   * Whether an event holds the whole state at its revision, so that folding may begin with it. The decider
   * writes such summaries regularly into a stream that grows without end.
   */
  readonly isSummary?: (event: Event) => boolean;
  /** Whether nothing more is expected to happen, so that caches drop the state. Absent if that cannot be known. */
  readonly isOver?: (state: State) => boolean;
}

/** Folds events into a state. @param from the revision of the first event */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event, never>, 'evolve'>,
  state: State,
  events: readonly Event[],
  from = 0,
): State {
  return events.reduce((before, event, index) => decider.evolve(before, event, from + index), state);
}
