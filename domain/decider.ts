import type { Result } from './result.ts';

/**
 * The shape of every aggregate. `decide` turns a command into events or a refusal, `evolve` folds one event
 * into the state. Both are pure: times and ids arrive in the command.
 */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[], Refusal>;
  /** @param revision of the event in its stream, from 0 */
  readonly evolve: (state: State, event: Event, revision: number) => State;
  /**
   * Whether an event holds the whole state at its revision, so that folding may begin with it. The decider writes one
   * every so often into a stream that grows without end.
   */
  readonly isSummary?: (event: Event) => boolean;
}

/**
 * Folds a history into the state that it leads to.
 * @param from the revision of the first event
 */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event, never>, 'evolve'>,
  state: State,
  events: readonly Event[],
  from = 0,
): State {
  return events.reduce((before, event, index) => decider.evolve(before, event, from + index), state);
}
