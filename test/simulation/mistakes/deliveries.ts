import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { webhookKinds } from '../../../domain/destination/events.ts';
import {
  openPlannedDeliveries,
  type PlannedDeliveries,
  type PlannedDeliveriesDeps,
} from '../../../log/planned-deliveries.ts';
import type { DueQueries } from '../../../projections/read-models/deliveries/due-deliveries.ts';
import { instead, type Mistake } from './mistake.ts';

const { delaysMs } = defaultRetrySchedule;
const disabling = 'the disable policy fires exactly when it must';

/** Deliveries come to their last attempts: nobody interferes. */
const calm = { operatorsEveryMs: 5 * 3_600_000 };

/** A due queue that never shows some of what is due. */
function hiding(own: DueQueries, isHidden: (attempts: number) => boolean): DueQueries {
  const shown = async (found: ReturnType<DueQueries['since']>) =>
    (await found).filter(({ attempts }) => !isHidden(attempts));
  return {
    ...own,
    since: (...args) => shown(own.since(...args)),
    changed: (...args) => shown(own.changed(...args)),
    of: (...args) => shown(own.of(...args)),
    among: (...args) => shown(own.among(...args)),
    pendingAfter: (...args) => shown(own.pendingAfter(...args)),
  };
}

/** Deliveries that are taken for what they were when they were planned, but for the number of their attempts. */
function believing(deps: PlannedDeliveriesDeps): PlannedDeliveries {
  const own = openPlannedDeliveries(deps);
  return {
    async load(...args) {
      const { state, ...loaded } = await own.load(...args);
      if (!state.exists) return { state, ...loaded };
      return { ...loaded, state: { ...state, status: 'pending', dueAt: state.subject.at } };
    },
  };
}

/** What can be done wrong from the plan of a delivery to its end. */
export const mistakesWithDeliveries: readonly Mistake[] = [
  {
    what: 'one attempt more than there may be',
    law: 'attempts are counted without gap or doubling, and there are never more of them than the limit',
    rules: { schedule: { ...defaultRetrySchedule, delaysMs: [...delaysMs, 60_000] } },
    world: calm,
  },
  {
    what: 'retries that do not wait for Retry-After',
    law: 'a retry is due as the schedule and Retry-After say',
    rules: { schedule: { ...defaultRetrySchedule, retryAfterCapMs: 0 } },
  },
  {
    what: 'a disable policy that waits for one exhausted delivery more',
    law: disabling,
    rules: { disableLimits: { exhaustedInRow: 6, attemptsInRow: 100, overMs: 86_400_000 } },
    world: calm,
  },
  {
    what: 'a disable policy that does not wait for a day',
    law: disabling,
    rules: { disableLimits: { exhaustedInRow: 5, attemptsInRow: 20, overMs: 3_600_000 } },
  },
  {
    what: 'clocks that are an hour ahead',
    law: 'no attempt begins before it is due',
    rules: { aheadMs: 3_600_000 },
  },
  {
    what: 'workers that do not mind what became of a destination',
    law: 'nothing is sent to a destination that was removed or disabled',
    rules: {
      aggregates: (own) => ({
        ...own,
        async loadAhead(decider, stream, maxAgeMs, fits) {
          const loaded = await own.loadAhead(decider, stream, maxAgeMs, fits);
          if (!stream.startsWith('destination-')) return loaded;
          const open = instead(loaded.state, 'removed', () => false);
          return { ...loaded, state: instead(open, 'enabled', () => true) };
        },
      }),
    },
  },
  {
    what: 'workers that do not mind what a destination wants no longer',
    law: 'nothing is sent that the settings of its destination have left out since',
    rules: {
      aggregates: (own) => ({
        ...own,
        async loadAhead(decider, stream, maxAgeMs, fits) {
          const loaded = await own.loadAhead(decider, stream, maxAgeMs, fits);
          if (!stream.startsWith('destination-')) return loaded;
          const everything = (settings: unknown) =>
            instead(
              instead(settings, 'events', () => webhookKinds),
              'formId',
              () => null,
            );
          return { ...loaded, state: instead(loaded.state, 'settings', everything) };
        },
      }),
    },
  },
  {
    what: 'a refusal that is recorded as the last of all attempts',
    law: 'a delivery ends as its last attempt says, and nothing comes after its end',
    rules: {
      log: (own) => ({
        ...own,
        append: (stream, expected, events) =>
          own.append(
            stream,
            expected,
            events.map((one) =>
              one.event.type === 'DeliveryExhausted'
                ? instead(one, 'event', (event) => instead(event, 'data', attemptLimit))
                : one,
            ),
          ),
      }),
    },
  },
  {
    what: 'workers that believe a plan that was made before',
    // The first that it sends has ended, or waits for a later attempt.
    law: ['nothing is sent for a delivery that the log has as ended', 'no attempt begins before it is due'],
    rules: { planned: believing },
  },
  {
    what: 'a queue that loses sight of what has failed twice',
    law: 'every delivery ends',
    rules: { queries: (own) => ({ ...own, queue: hiding(own.queue, (attempts) => attempts === 2) }) },
    world: { days: 1 },
  },
  {
    what: 'limits that nobody keeps',
    law: 'without faults each attempt is sent once, within the limits of its destination',
    rules: {
      queries: (own) => ({
        ...own,
        limits: {
          of: async (ids) =>
            new Map(ids.map((id) => [id, { concurrency: 64, perSecond: null, shares: null }])),
        },
      }),
    },
    world: { isFaultless: true },
  },
  {
    what: 'a process that cannot begin',
    law: 'no part ends by itself',
    rules: {
      queries: () => {
        throw new Error('there is no store');
      },
    },
  },
];

const attemptLimit = (data: unknown): unknown => instead(data, 'reason', () => 'attempt_limit');
