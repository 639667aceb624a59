import type { CommandDeps } from '../../commands/deps.ts';
import { type RunOptions, runProjection } from '../../projections/runner/runner.ts';
import { disableDestinations, type DisableLimits, disablePolicy } from '../disable-policy.ts';
import { planner } from './planner.ts';
import { type PlannerDeps, scheduleDeliveries } from './schedule-deliveries.ts';

type RunnerDeps = Pick<RunOptions<never>, 'store' | 'log' | 'progress' | 'leases' | 'logger' | 'onState'>;

/** Runs the planner until the signal. */
export const runPlanner = (deps: RunnerDeps & PlannerDeps, signal: AbortSignal): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: planner,
    perform: (plans) => scheduleDeliveries(deps, plans),
  });

/** Runs the disable policy until the signal. */
export const runDisablePolicy = (
  deps: RunnerDeps & Pick<CommandDeps, 'aggregates' | 'now'> & { readonly disableLimits?: DisableLimits },
  signal: AbortSignal,
): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: disablePolicy(deps.disableLimits),
    perform: (actions) => disableDestinations(deps, actions),
  });
