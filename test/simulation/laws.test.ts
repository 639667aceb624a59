import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planner } from '../../dispatcher/planner.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { newId } from '../../log/ids.ts';
import type { LawName } from './law.ts';
import type { Rules } from './roles.ts';
import { simulate } from './simulate.ts';

const test = suite('simulated world');

for (const seed of [11, 12])
  test(`keeps its laws with seed ${seed}, whoever dies`, async () => {
    const { broken, counts, happened } = await simulate({ seed, days: 6 });
    assert.is(broken, null, JSON.stringify(broken, null, 2));
    assert.is(counts['pending'], undefined);
    for (const what of ['DeliverySucceeded', 'DeliveryReplayRequested', 'dispatcher killed', 'worker killed'])
      assert.ok((happened[what] ?? 0) > 0, what);
  });

test('without faults sends each attempt once, within the limits of its destination', async () => {
  const { broken, happened } = await simulate({ seed: 5, days: 5, isFaultless: true });
  assert.is(broken, null, JSON.stringify(broken, null, 2));
  assert.is(happened['request'], happened['DeliveryAttempted']);
});

test('the same seed is the same world', async () => {
  const { days: _, ...first } = await simulate({ seed: 3, days: 2 });
  const { days: __, ...second } = await simulate({ seed: 3, days: 2 });
  assert.equal(second, first);
});

const { delaysMs } = defaultRetrySchedule;

/** Rules that are wrong, and the law that says so. */
const mistakes: readonly (readonly [what: string, rules: Partial<Rules>, law: LawName])[] = [
  [
    'one attempt more than there may be',
    { schedule: { ...defaultRetrySchedule, delaysMs: [...delaysMs, 60_000] } },
    'attempts are counted without gap or doubling, and there are never more of them than the limit',
  ],
  [
    'retries that do not wait for Retry-After',
    { schedule: { ...defaultRetrySchedule, retryAfterCapMs: 0 } },
    'a retry is due as the schedule and Retry-After say',
  ],
  [
    'a disable rule that waits for one exhausted delivery more',
    { disableRule: { exhaustedInRow: 6, attemptsInRow: 100, overMs: 86_400_000 } },
    'the disable rule fires exactly when it must',
  ],
  [
    'a disable rule that does not wait for a day',
    { disableRule: { exhaustedInRow: 5, attemptsInRow: 20, overMs: 3_600_000 } },
    'the disable rule fires exactly when it must',
  ],
  [
    'a planner that plans anew what it has planned before',
    {
      planner: {
        ...planner,
        react: (doc, event) =>
          planner
            .react(doc, event)
            .map((plan) => ({ ...plan, subject: { ...plan.subject, deliveryId: newId() } })),
      },
    },
    'each event has one delivery for each destination that it is for, and no other',
  ],
  [
    'a planner that passes over disabled destinations',
    { planner: { ...planner, react: (...args) => planner.react(...args).filter(({ skip }) => !skip) } },
    'each event has one delivery for each destination that it is for, and no other',
  ],
  [
    'a planner that does not record what is missed',
    {
      planner: {
        ...planner,
        react: (...args) => planner.react(...args).map((plan) => ({ ...plan, skip: false })),
      },
    },
    'what a disabled destination misses is recorded as skipped',
  ],
  ['clocks that are an hour ahead', { aheadMs: 3_600_000 }, 'no attempt begins before it is due'],
  [
    'workers that never ask again what became of a destination',
    {
      aggregates: (own) => ({
        ...own,
        load: (decider, stream, maxAgeMs, fits) =>
          own.load(decider, stream, stream.startsWith('destination-') ? Infinity : maxAgeMs, fits),
      }),
    },
    'nothing is sent to a destination that was removed or disabled',
  ],
  [
    'recoveries that begin anew with each batch, of deliveries that forget them',
    {
      aggregates: (own) => ({
        ...own,
        async load(...args) {
          const loaded = await own.load(...args);
          return { ...loaded, state: forgetting('place', null, loaded.state) };
        },
        execute: (decider, ...rest) =>
          own.execute(
            {
              ...decider,
              decide: (command, state) => decider.decide(command, forgetting('recoveries', [], state)),
            },
            ...rest,
          ),
      }),
    },
    'a recovery sends a delivery again once at most',
  ],
];

/** A state that knows nothing of one thing, where it has it. */
function forgetting<S>(name: string, nothing: unknown, state: S): S {
  return typeof state === 'object' && state !== null && name in state ? { ...state, [name]: nothing } : state;
}

for (const [what, rules, law] of mistakes)
  test(`catches ${what}`, async () => {
    const { broken } = await simulate({ seed: 10, days: 30, rules });
    assert.is(broken?.law, law);
    assert.ok((broken?.trace.length ?? 0) > 1);
  });

test.run();
