import type { SchedulerDeps } from '../../../dispatcher/scheduler/scheduler.ts';

/** For a scheduler whose workers can open every secret, and whose destinations share no limits. */
export const nothingParked: Pick<
  SchedulerDeps,
  'parkedDestinations' | 'parkedDelaysMs' | 'budgetWaits' | 'budgetsOf'
> = {
  budgetWaits: { save: async () => undefined },
  budgetsOf: () => [],
  parkedDestinations: {
    list: async () => [],
    retryRequests: async () => [],
    save: async () => undefined,
    remove: async () => undefined,
  },
  parkedDelaysMs: [60_000],
};
