import type { Decider } from '../../../domain/decider.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { Fact } from '../samples.ts';

/** Streams of one kind, whose events a decider has decided: a history of them is one that the service could have written. */
export function decidedStreams<State, Command, Event extends DomainEvent, Refusal>(
  decider: Decider<State, Command, Event, Refusal>,
  nameOf: (id: string) => string,
) {
  const states = new Map<string, { readonly state: State; readonly revision: number }>();
  const last = (id: string) => states.get(id) ?? { state: decider.initial, revision: 0 };
  return {
    state: (id: string): State => last(id).state,
    /** The events of a command; none if it is refused. */
    run(id: string, command: Command): readonly Fact[] {
      const { state, revision } = last(id);
      const decided = decider.decide(command, state);
      if (!decided.ok) return [];
      const events = decided.value;
      const next = events.reduce((before, event, n) => decider.evolve(before, event, revision + n), state);
      states.set(id, { state: next, revision: revision + events.length });
      return events.map((event) => ({ stream: nameOf(id), event }));
    },
  };
}
