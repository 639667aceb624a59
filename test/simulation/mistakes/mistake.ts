import type { Decider } from '../../../domain/decider.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { Aggregates } from '../../../log/aggregates.ts';
import type { LawName } from '../laws/law.ts';
import type { Rules } from '../roles.ts';
import type { Scenario } from '../simulate.ts';

/** Something done wrong, and the law that must say so; several, if the first one broken depends on the delivery that it meets. */
export interface Mistake {
  readonly what: string;
  readonly law: LawName | readonly LawName[];
  readonly rules: Partial<Rules>;
  /** Where it takes another world than the usual one to show it. */
  readonly world?: Partial<Scenario>;
}

/** Something, but for what is wrong of it; whatever has no such thing is left as it is. */
export function instead<T>(it: T, name: string, wrong: (was: unknown) => unknown): T {
  if (typeof it !== 'object' || it === null || !(name in it)) return it;
  return { ...it, [name]: wrong(Object.entries(it).find(([key]) => key === name)?.[1]) };
}

type Wrong = <T>(it: T, stream: string) => T;

/** Aggregates whose states are not what they should be, for whoever asks and for the deciders. */
export const statesOf =
  (wrong: Wrong) =>
  (own: Aggregates): Aggregates => ({
    follow: own.follow,
    settled: own.settled,
    ageOfEvent: own.ageOfEvent,
    readAhead: own.readAhead,
    async load(...args) {
      const loaded = await own.load(...args);
      return { ...loaded, state: wrong(loaded.state, args[1]) };
    },
    async loadAsOf(...args) {
      const loaded = await own.loadAsOf(...args);
      return { ...loaded, state: wrong(loaded.state, args[1]) };
    },
    async loadAhead(...args) {
      const loaded = await own.loadAhead(...args);
      return { ...loaded, state: wrong(loaded.state, args[1]) };
    },
    execute: (decider, stream, ...rest) =>
      own.execute(
        deciding(decider, (command, state) => [command, wrong(state, stream)]),
        stream,
        ...rest,
      ),
    executeAt: (decider, stream, ...rest) =>
      own.executeAt(
        deciding(decider, (command, state) => [command, wrong(state, stream)]),
        stream,
        ...rest,
      ),
  });

/** Aggregates whose commands come out otherwise than they were meant. */
export const commandsOf =
  (wrong: <T>(command: T) => T) =>
  (own: Aggregates): Aggregates => ({
    ...own,
    execute: (decider, ...rest) =>
      own.execute(
        deciding(decider, (command, state) => [wrong(command), state]),
        ...rest,
      ),
    executeAt: (decider, ...rest) =>
      own.executeAt(
        deciding(decider, (command, state) => [wrong(command), state]),
        ...rest,
      ),
  });

const deciding = <S, C, E extends DomainEvent, R>(
  decider: Decider<S, C, E, R>,
  wrong: (command: C, state: S) => [C, S],
): Decider<S, C, E, R> => ({ ...decider, decide: (...args) => decider.decide(...wrong(...args)) });
