import type { InvitationEvent } from '../invitation/events.ts';
import type { LoginEvent } from '../login/events.ts';
import type { MembershipEvent } from '../membership/events.ts';
import type { Role } from '../membership/roles.ts';
import { type Author, say, type Sentence, subject } from './sentence.ts';

const asRole: Readonly<Record<Role, string>> = { owner: 'an owner', editor: 'an editor', viewer: 'a viewer' };

export function membershipSentence(who: Author, event: MembershipEvent): Sentence {
  switch (event.type) {
    case 'MemberInvited':
      return say`${who} invited a person to be ${asRole[event.data.role]}.`;
    case 'InvitationWithdrawn':
      return say`${who} withdrew an invitation.`;
    case 'InvitationExpired':
      return say`An invitation expired, because it was not accepted in time.`;
    case 'MemberJoined': {
      const { personId, role, invitationId } = event.data;
      if (invitationId === null && who.actor.id === personId)
        return say`${who} became ${asRole[role]} of the account.`;
      if (invitationId === null)
        return say`${who} made ${subject('person', personId)} ${asRole[role]} of the account.`;
      return say`${who} accepted an invitation to be ${asRole[role]} of the account.`;
    }
    case 'MemberRoleChanged':
      return say`${who} made ${subject('person', event.data.personId)} ${asRole[event.data.role]}.`;
    case 'MemberRemoved':
      return say`${who} removed ${subject('person', event.data.personId)} from the members.`;
    default:
      return event satisfies never;
  }
}

export const invitationSentence = (who: Author, { data }: InvitationEvent): Sentence =>
  say`${who} addressed an invitation to ${data.email}.`;

export const loginSentence = (_: Author, { type, data }: LoginEvent): Sentence =>
  type === 'LoginClaimed'
    ? say`A way to sign in was given to ${subject('person', data.personId)}.`
    : say`A way to sign in was taken from ${subject('person', data.personId)}.`;
