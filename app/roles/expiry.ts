import { runExpirer } from '../../dispatcher/expiry/expirer.ts';
import { runInvitationExpirer } from '../../dispatcher/expiry/invitation-expirer.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { endedInvitationQueries } from '../../projections/read-models/invitations/ended-invitations.ts';
import { dueSubmissionQueries } from '../../projections/read-models/submissions/due-submissions.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** The parts that end submissions and invitations in time. */
export function expiryParts(service: Service): Readonly<Record<string, Role>> {
  const { aliases, board, commands, divergence, leases, logger, progress, runnerWatch, store } = service;
  const depsOf = (name: string) => ({
    ...commands,
    aliases,
    leases,
    logger,
    progress,
    ...runnerWatch.worker(name, board.reporterOf(name)),
  });
  const collections = collectionsOf(store);
  const submissions = {
    ...depsOf('expirer'),
    queue: liveQueries(dueSubmissionQueries, collections, aliases),
  };
  const invitations = {
    ...depsOf('invitation-expirer'),
    queue: liveQueries(endedInvitationQueries, collections, aliases),
  };
  return {
    expirer: divergence.unlessDiverged((signal) => runExpirer(submissions, signal)),
    'invitation-expirer': divergence.unlessDiverged((signal) => runInvitationExpirer(invitations, signal)),
  };
}
