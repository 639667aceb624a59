import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { LoginEvent } from './events.ts';

export type LoginCommand =
  /** `from`: a holder that is known not to have it; null for none. */
  | { type: 'ClaimLogin'; personId: string; from: string | null; at: string }
  | { type: 'ReleaseLogin'; personId: string; at: string };

/** The person who signs in with it, and since when; null for none. */
export interface LoginState {
  readonly holder: { readonly personId: string; readonly since: string } | null;
}

function decide({ type, ...command }: LoginCommand, { holder }: LoginState) {
  const { personId, at } = command;
  switch (type) {
    case 'ClaimLogin': {
      if (holder?.personId === personId) return ok([]);
      const isFree = holder === null || ('from' in command && command.from === holder.personId);
      if (!isFree) return err({ code: 'login_taken' } as const);
      return ok<LoginEvent[]>([{ type: 'LoginClaimed', data: { personId, at } }]);
    }
    case 'ReleaseLogin':
      return ok<LoginEvent[]>(
        holder?.personId === personId ? [{ type: 'LoginReleased', data: { personId, at } }] : [],
      );
    default:
      return type satisfies never;
  }
}

/** An e-mail address, or an account at an OpenID provider: one person at a time signs in with it. */
export const login: Decider<LoginState, LoginCommand, LoginEvent, DomainError> = {
  initial: { holder: null },
  decide,
  evolve: (_, { type, data: { personId, at } }) => ({
    holder: type === 'LoginClaimed' ? { personId, since: at } : null,
  }),
};
