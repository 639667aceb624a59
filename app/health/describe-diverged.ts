import { type DivergenceWatch, realignCommand } from '../../projections/progress/divergence.ts';

/** The followers that do not match the log, with the remedy, for people. */
export const describeDiverged = ({ diverged }: Pick<DivergenceWatch, 'diverged'>): readonly string[] =>
  diverged().map(
    ({ follower, reason }) => `${follower}: ${reason}. Restore the former log, or run "${realignCommand}".`,
  );
