import { realignCommand, type Divergence } from '../../projections/progress/divergence.ts';

/** The followers that do not match the log, for people. */
export const describeDiverged = (diverged: readonly Divergence[]): readonly string[] =>
  diverged.map(
    ({ follower, reason }) =>
      `${follower}: ${reason}. Bring the former log back, or run "${realignCommand}".`,
  );
