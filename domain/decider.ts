import type { Result } from './result.ts';

/**
 * The shape of every aggregate. `decide` turns a command into events or a refusal, `evolve` folds one event
 * into the state. Both are pure: times and ids arrive in the command.
 */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[], Refusal>;
  readonly evolve: (state: State, event: Event) => State;
}

/** Folds a history into the state that it leads to. */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event, never>, 'evolve'>,
  state: State,
  events: readonly Event[],
): State {
  return events.reduce(decider.evolve, state);
}
