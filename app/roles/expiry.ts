import { runExpirer } from '../../dispatcher/expiry/expirer.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { dueSubmissionQueries } from '../../projections/read-models/submissions/due-submissions.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** The part that ends submissions that were not completed in time. */
export function expiryParts(service: Service): Readonly<Record<string, Role>> {
  const { aliases, board, commands, divergence, leases, logger, progress, runnerWatch, store } = service;
  const deps = {
    ...commands,
    aliases,
    leases,
    logger,
    progress,
    queue: liveQueries(dueSubmissionQueries, collectionsOf(store), aliases),
    ...runnerWatch.worker('expirer', board.reporterOf('expirer')),
  };
  return { expirer: divergence.unlessDiverged((signal) => runExpirer(deps, signal)) };
}
