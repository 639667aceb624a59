import type { Aggregates } from '../../../log/aggregates.ts';
import type { MemoryQueries } from '../memory/memory-queries.ts';
import { commandsOf, instead, type Mistake, statesOf } from './mistake.ts';

const exactly = 'a recovery sends again all that it is for, and nothing else';
const once = 'a recovery sends a delivery again once at most';
const inTurn = 'a recovery begins nothing more amid a batch, while it is paused, and after its end';

const isRecovery = (stream: string): boolean => stream.startsWith('recovery-');

/** Queries that answer wrongly what comes next. */
const next =
  (wrong: (own: MemoryQueries['recoveries']['next']) => MemoryQueries['recoveries']['next']) =>
  (own: MemoryQueries): MemoryQueries => ({
    ...own,
    recoveries: { ...own.recoveries, next: wrong(own.recoveries.next) },
  });

/** A recovery that goes on whatever its status. */
const stayingOpen = (status: string) =>
  statesOf((state, stream) =>
    isRecovery(stream) ? instead(state, 'status', (was) => (was === status ? 'running' : was)) : state,
  );

/** Between two batches, a process reads now and then a recovery without the place that it has come to. */
const takingOver = (own: Aggregates): Aggregates => {
  let reads = 0;
  return {
    ...own,
    async load(...args) {
      const loaded = await own.load(...args);
      if (!isRecovery(args[1]) || ++reads % 3 !== 0) return loaded;
      return { ...loaded, state: instead(loaded.state, 'place', () => null) };
    },
  };
};

/** What can be done wrong with recoveries. */
export const mistakesWithRecoveries: readonly Mistake[] = [
  {
    what: 'a recovery that leaves out the first after each batch',
    law: exactly,
    rules: {
      queries: next(
        (own) => async (what, after, limit) => (await own(what, after, limit)).slice(after ? 1 : 0),
      ),
    },
  },
  {
    what: 'a recovery that forgets since when it is asked for',
    law: exactly,
    rules: {
      queries: next(
        (own) =>
          ({ selection, ...what }, ...rest) =>
            own({ ...what, selection: { ...selection, since: null } }, ...rest),
      ),
    },
  },
  {
    what: 'a new hand that goes on a place further than its predecessor was',
    law: exactly,
    rules: {
      queries(own) {
        const begun = new Set<string>();
        return next((asked) => async (what, after, limit) => {
          const places = await asked(what, after, limit);
          const name = JSON.stringify(what.selection);
          const isFirst = !begun.has(name);
          begun.add(name);
          return isFirst && after ? places.slice(1) : places;
        })(own);
      },
    },
  },
  {
    what: 'a new hand that begins anew',
    law: once,
    rules: { aggregates: takingOver },
  },
  {
    what: 'deliveries that do not know who sent them again, in batches that are never through',
    law: once,
    rules: {
      aggregates: statesOf((state) =>
        instead(
          instead(state, 'place', () => null),
          'recoveries',
          () => [],
        ),
      ),
    },
  },
  {
    what: 'a batch that counts as through before it is sent',
    law: inTurn,
    rules: { aggregates: statesOf((state) => instead(state, 'inProgress', () => null)) },
  },
  { what: 'a cancelled recovery that goes on', law: inTurn, rules: { aggregates: stayingOpen('cancelled') } },
  { what: 'a paused recovery that goes on', law: inTurn, rules: { aggregates: stayingOpen('paused') } },
  {
    what: 'a recovery that takes every destination for disabled',
    law: 'a recovery stops by itself only because of its destination',
    rules: {
      // Recoveries alone ask for them as they are now, and say so.
      aggregates: (own) => ({
        ...own,
        async load(decider, stream, maxAgeMs, fits) {
          const loaded = await own.load(decider, stream, maxAgeMs, fits);
          if (maxAgeMs !== 0 || !stream.startsWith('destination-')) return loaded;
          return { ...loaded, state: instead(loaded.state, 'enabled', () => false) };
        },
      }),
    },
  },
  {
    what: 'a recovery that counts what it has passed over as sent again',
    law: 'a recovery counts what it has sent again',
    rules: {
      aggregates: commandsOf((command) =>
        instead(
          instead(command, 'replayed', (was) => Number(was) + 1),
          'passedOver',
          (was) => Math.max(0, Number(was) - 1),
        ),
      ),
    },
  },
  {
    what: 'recoveries that nobody takes up',
    law: 'every recovery ends',
    rules: {
      queries: (own) => ({ ...own, recoveries: { ...own.recoveries, running: async () => [] } }),
    },
    world: { days: 2 },
  },
];
