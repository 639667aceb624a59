import type { CommandDeps } from '../../commands/deps.ts';
import { expireInvitations } from '../../commands/membership/expire-invitations.ts';
import type { EndedInvitationQueries } from '../../projections/read-models/invitations/ended-invitations.ts';
import { invitations } from '../../projections/read-models/invitations/projection.ts';
import { type ExpiryDeps, runExpiry } from './run-expiry.ts';

export interface InvitationExpirerDeps extends Pick<CommandDeps, 'aggregates' | 'log'>, ExpiryDeps {
  readonly queue: EndedInvitationQueries;
}

/** Invitations stay for a day after their end: the clocks of processes differ, and an acceptance may be under way. */
const graceMs = 86_400_000;

/** Ends the invitations that were not accepted in time, and erases their addresses, until the signal. */
export const runInvitationExpirer = (deps: InvitationExpirerDeps, signal: AbortSignal): Promise<void> =>
  runExpiry(
    deps,
    {
      name: 'invitation-expirer',
      model: invitations,
      graceMs,
      expire: (_, endedBy, context) => expireInvitations(deps, endedBy, context),
    },
    signal,
  );
