import { realignCommand, type DivergenceWatch } from '../../projections/progress/divergence.ts';

/** The followers that do not match the log, and whether this process has to be restarted, for people. */
export const describeDiverged = ({
  diverged,
  mustRestart,
}: Pick<DivergenceWatch, 'diverged' | 'mustRestart'>): readonly string[] => [
  ...diverged().map(
    ({ follower, reason }) =>
      `${follower}: ${reason}. Bring the former log back, or run "${realignCommand}".`,
  ),
  ...(mustRestart() ? ['The event log was replaced while this process ran. Restart the process.'] : []),
];
