import type { CommandDeps } from '../../commands/deps.ts';
import { expireSubmission } from '../../commands/submission/expire-submission.ts';
import type { DueSubmissionQueries } from '../../projections/read-models/submissions/due-submissions.ts';
import { submissions } from '../../projections/read-models/submissions/projection.ts';
import { type ExpiryDeps, runExpiry } from './run-expiry.ts';

export interface ExpirerDeps extends Pick<CommandDeps, 'aggregates'>, ExpiryDeps {
  readonly queue: DueSubmissionQueries;
}

/** Ends the submissions that were not completed in time, until the signal. */
export const runExpirer = (deps: ExpirerDeps, signal: AbortSignal): Promise<void> =>
  runExpiry(
    deps,
    {
      name: 'expirer',
      model: submissions,
      expire: (id, _, context) => expireSubmission(deps, id, context),
    },
    signal,
  );
