import type { ModelStatus } from '../../projections/generations/control/control-types.ts';

/** The status as it is answered. */
export const projectionOf = ({ generations, report, doing, ...status }: ModelStatus) => ({
  ...status,
  doing: doing && {
    code: doing.code,
    message: doing.message,
    names: [...doing.names],
    since: doing.since,
  },
  generations: generations.map(({ processes, ...one }) => ({ ...one, processes: [...processes] })),
  report: report && {
    ...report,
    differences: report.differences.map(({ members, ...one }) => ({ ...one, members: [...members] })),
  },
});
