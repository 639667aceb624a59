import type { Progress } from '../../../projections/progress/progress.ts';

/** Read models that hold every event. */
export const allRead: Pick<Progress, 'waitFor'> = { waitFor: async () => true };
