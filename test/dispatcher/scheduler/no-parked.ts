import type { SchedulerDeps } from '../../../dispatcher/scheduler/scheduler.ts';

/** For a scheduler whose workers can open every secret. */
export const nothingParked: Pick<SchedulerDeps, 'parkedDestinations' | 'parkedDelaysMs'> = {
  parkedDestinations: {
    list: async () => [],
    retryRequests: async () => [],
    save: async () => undefined,
    remove: async () => undefined,
  },
  parkedDelaysMs: [60_000],
};
