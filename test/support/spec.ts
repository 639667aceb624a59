import * as assert from 'uvu/assert';
import { type Decider, fold } from '../../domain/decider.ts';

/** A decider's specification: `given(form, [created]).when(publish).then([published])`, or `.then(refusal)`. */
export function given<State, Command, Event, Refusal>(
  decider: Decider<State, Command, Event, Refusal>,
  events: readonly Event[],
) {
  const state = fold(decider, decider.initial, events);
  return {
    when: (command: Command) => ({
      then: (expected: readonly Event[] | Refusal) => {
        const result = decider.decide(command, state);
        assert.equal(result.ok ? result.value : result.error, expected);
      },
    }),
  };
}

/** Gives a decider commands one after the other, each upon what came before. Refused ones leave no trace. */
export function play<State, Command, Event>(
  decider: Decider<State, Command, Event, unknown>,
  commands: readonly Command[],
): { readonly state: State; readonly events: readonly Event[] } {
  let state = decider.initial;
  const events: Event[] = [];
  for (const command of commands) {
    const result = decider.decide(command, state);
    if (!result.ok) continue;
    state = fold(decider, state, result.value, events.length);
    events.push(...result.value);
  }
  return { state, events };
}
