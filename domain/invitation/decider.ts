import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { InvitationEvent } from './events.ts';

export interface InvitationCommand {
  readonly type: 'AddressInvitation';
  readonly invitationId: string;
  readonly accountId: string;
  readonly email: string;
  readonly at: string;
}

export type InvitationState =
  { readonly exists: false } | { readonly exists: true; readonly accountId: string; readonly email: string };

/** The address that an invitation is sent to. Whether it may be accepted depends on the membership of the account. */
export const invitation: Decider<InvitationState, InvitationCommand, InvitationEvent, DomainError> = {
  initial: { exists: false },
  decide({ type: _, ...data }, state) {
    if (state.exists) return err({ code: 'already_exists' });
    return ok([{ type: 'InvitationAddressed', data }]);
  },
  evolve: (_, { data: { accountId, email } }) => ({ exists: true, accountId, email }),
};
