import type { CommandDeps } from '../commands/deps.ts';
import { type RunOptions, runProjection } from '../projections/runner/runner.ts';
import { disableDestinations, type DisableLimits, disablePolicy } from './disable-policy.ts';

type RunnerDeps = Pick<RunOptions<never>, 'store' | 'log' | 'progress' | 'leases' | 'logger' | 'onState'>;

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
