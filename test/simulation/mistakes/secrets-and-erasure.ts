import type { Aggregates } from '../../../log/aggregates.ts';
import type { MemoryQueries } from '../memory/memory-queries.ts';
import { commandsOf, instead, type Mistake, statesOf } from './mistake.ts';

const signed = 'a request carries a signature of each secret that counts, and of no other';

/** An eraser that finds none of the deliveries, so that they are left to the workers. */
const findingNone = (own: MemoryQueries): MemoryQueries => ({
  ...own,
  deliveries: { list: async () => ({ items: [], next: null }) },
});

/** Workers to whom no erasure seems to be under way. */
const seeingNoErasure = (own: Aggregates): Aggregates => ({
  ...statesOf((state) => instead(state, 'open', () => new Map()))(own),
  execute: own.execute,
  executeAt: own.executeAt,
});

/** What can be done wrong while a secret is rotated, and with what is erased. */
export const mistakesWithSecretsAndErasure: readonly Mistake[] = [
  {
    what: 'an overlap in which the new secret alone counts',
    law: signed,
    rules: { aggregates: statesOf((state) => instead(state, 'previousSecret', () => null)) },
  },
  {
    what: 'an overlap that does not end',
    law: signed,
    rules: {
      aggregates: statesOf((state) =>
        instead(state, 'previousSecret', (was) => instead(was, 'until', () => '9999-12-31T00:00:00.000Z')),
      ),
    },
  },
  {
    what: 'workers that do not ask whether a submission is being erased',
    law: 'nothing is sent of what was erased',
    rules: { aggregates: seeingNoErasure },
  },
  {
    what: 'deliveries of what was erased that say their destination is gone',
    law: 'a delivery is skipped or cancelled only for the reason that it names',
    rules: {
      aggregates: commandsOf((command) =>
        instead(command, 'reason', (was) => (was === 'source_erased' ? 'destination_removed' : was)),
      ),
      queries: findingNone,
    },
    // In most worlds it first breaks the order of the erasure.
    world: { seed: 18 },
  },
  {
    what: 'an eraser that leaves the deliveries as they are',
    law: 'a submission is erased after the deliveries that tell of it',
    rules: { queries: findingNone },
  },
  {
    what: 'erasures that nobody takes up',
    law: 'every erasure is carried out, with every delivery that told of it',
    rules: {
      queries: (own) => ({ ...own, erasures: { ...own.erasures, atStage: async () => [] } }),
    },
    world: { days: 1 },
  },
];
