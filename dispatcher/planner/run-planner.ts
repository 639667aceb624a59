import type { CommandDeps } from '../../commands/support/deps.ts';
import { runProjection, type RunOptions } from '../../projections/runner/runner.ts';
import { disablePolicy, performDisabling, type DisableRule } from '../disable-policy.ts';
import { performPlans, planner, type PlannerDeps } from './planner.ts';

type RunnerDeps = Pick<RunOptions<never>, 'store' | 'log' | 'progress' | 'leases' | 'logger' | 'onState'>;

/**
 * Plans deliveries until the signal. An event is planned only after the read models hold it, so that a receiver
 * who asks the API about it gets an answer.
 */
export const runPlanner = (deps: RunnerDeps & PlannerDeps, signal: AbortSignal): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: planner,
    perform: (plans) => performPlans(deps, plans),
    after: ['forms', 'submissions'],
  });

/** Watches over the destinations until the signal, and disables those that fail for too long. */
export const runHealth = (
  deps: RunnerDeps & Pick<CommandDeps, 'aggregates' | 'now'> & { readonly disableRule?: DisableRule },
  signal: AbortSignal,
): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: disablePolicy(deps.disableRule),
    perform: (actions) => performDisabling(deps, actions),
  });
