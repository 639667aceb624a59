import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { MembershipEvent } from './events.ts';
import type { Role } from './roles.ts';

export type MembershipCommand =
  /** Invites a person, and withdraws the invitations that this replaces and that are still open. */
  | {
      type: 'InviteMember';
      invitationId: string;
      role: Role;
      expiresAt: string;
      replaces: readonly string[];
      at: string;
    }
  | { type: 'WithdrawInvitation'; invitationId: string; at: string }
  /** Ends an invitation that was not accepted in time; another stays as it is. */
  | { type: 'ExpireInvitation'; invitationId: string; at: string }
  | { type: 'AcceptInvitation'; invitationId: string; personId: string; at: string }
  /** Adds a member without an invitation; a present member keeps the role. */
  | { type: 'AddMember'; personId: string; role: Role; at: string }
  /** Gives a person the role of the OpenID provider's claim; null ends the membership. Members who were invited keep their role. */
  | { type: 'FollowProvider'; personId: string; role: Role | null; at: string }
  | { type: 'ChangeMemberRole'; personId: string; role: Role; at: string }
  | { type: 'RemoveMember'; personId: string; at: string }
  /** Removes a person who is being erased, also the last owner of an account that is closed. */
  | { type: 'ForgetMember'; personId: string; at: string };

export interface Member {
  readonly role: Role;
  /** Whether the role follows a claim of the OpenID provider. */
  readonly followsProvider: boolean;
  /** ISO 8601. */
  readonly since: string;
}

export interface OpenInvitation {
  readonly role: Role;
  /** ISO 8601, as `invitedAt`. */
  readonly expiresAt: string;
  readonly invitedAt: string;
}

/** The members of an account, by the ids of people, and the invitations that are not accepted yet, by their ids. */
export interface MembershipState {
  readonly members: ReadonlyMap<string, Member>;
  readonly invitations: ReadonlyMap<string, OpenInvitation>;
}

/** The most members of an account, with those who are invited. The page of members has no further pages. */
export const maxMembers = 200;

function decide(command: MembershipCommand, state: MembershipState) {
  const { members, invitations } = state;
  switch (command.type) {
    case 'InviteMember': {
      const { type: _, replaces, ...data } = command;
      const { at } = data;
      if (invitations.has(data.invitationId)) return ok([]);
      const replaced = replaces.filter((invitationId) => invitations.has(invitationId));
      const others = new Map([...invitations].filter(([id]) => !replaced.includes(id)));
      const count = countAt({ members, invitations: others }, at);
      if (count >= maxMembers) return tooMany(count);
      return ok<MembershipEvent[]>([
        ...replaced.map(
          (invitationId) => ({ type: 'InvitationWithdrawn', data: { invitationId, at } }) as const,
        ),
        { type: 'MemberInvited', data },
      ]);
    }
    case 'WithdrawInvitation': {
      const { invitationId, at } = command;
      if (!invitations.has(invitationId)) return err({ code: 'not_found' } as const);
      return ok<MembershipEvent[]>([{ type: 'InvitationWithdrawn', data: { invitationId, at } }]);
    }
    case 'ExpireInvitation': {
      const { invitationId, at } = command;
      const invitation = invitations.get(invitationId);
      if (!invitation || invitation.expiresAt > at) return ok([]);
      return ok<MembershipEvent[]>([{ type: 'InvitationExpired', data: { invitationId, at } }]);
    }
    case 'AcceptInvitation': {
      const { invitationId, personId, at } = command;
      const invitation = invitations.get(invitationId);
      if (!invitation || invitation.expiresAt <= at) return err({ code: 'invitation_over' } as const);
      if (members.has(personId)) return err({ code: 'already_member' } as const);
      const { role } = invitation;
      return ok<MembershipEvent[]>([{ type: 'MemberJoined', data: { personId, role, invitationId, at } }]);
    }
    case 'AddMember': {
      const { personId, role, at } = command;
      if (members.has(personId)) return ok([]);
      if (countAt(state, at) >= maxMembers) return tooMany(countAt(state, at));
      return ok<MembershipEvent[]>([
        { type: 'MemberJoined', data: { personId, role, invitationId: null, at } },
      ]);
    }
    case 'ForgetMember': {
      const { personId, at } = command;
      const data = { personId, at };
      return ok<MembershipEvent[]>(members.has(personId) ? [{ type: 'MemberRemoved', data }] : []);
    }
    case 'FollowProvider':
      return decideFollowed(command, state);
    case 'ChangeMemberRole':
    case 'RemoveMember':
      return decidePresent(command, members);
    default:
      return command satisfies never;
  }
}

/** The last owner stays an owner, whatever the claim. */
function decideFollowed(
  { personId, role, at }: Extract<MembershipCommand, { type: 'FollowProvider' }>,
  state: MembershipState,
) {
  const member = state.members.get(personId);
  if (member) {
    if (!member.followsProvider) return ok([]);
    const command =
      role === null
        ? ({ type: 'RemoveMember', personId, at } as const)
        : ({ type: 'ChangeMemberRole', personId, role, at } as const);
    const decided = decidePresent(command, state.members);
    return !decided.ok && decided.error.code === 'last_owner' ? ok([]) : decided;
  }
  if (role === null) return ok([]);
  if (countAt(state, at) >= maxMembers) return tooMany(countAt(state, at));
  const data = { personId, role, invitationId: null, through: 'openid', at } as const;
  return ok<MembershipEvent[]>([{ type: 'MemberJoined', data }]);
}

function decidePresent(
  command: Extract<MembershipCommand, { type: 'ChangeMemberRole' | 'RemoveMember' }>,
  members: MembershipState['members'],
) {
  const { personId, at } = command;
  const member = members.get(personId);
  if (!member) return err({ code: 'not_found' } as const);
  const owners = [...members.values()].filter(({ role }) => role === 'owner').length;
  const losesOwner = member.role === 'owner' && (command.type === 'RemoveMember' || command.role !== 'owner');
  if (losesOwner && owners === 1) return err({ code: 'last_owner' } as const);
  if (command.type === 'RemoveMember')
    return ok<MembershipEvent[]>([{ type: 'MemberRemoved', data: { personId, at } }]);
  const { role } = command;
  return ok<MembershipEvent[]>(
    member.role === role ? [] : [{ type: 'MemberRoleChanged', data: { personId, role, at } }],
  );
}

/** The number of members, with those who may still accept an invitation. */
const countAt = ({ members, invitations }: MembershipState, at: string): number =>
  members.size + [...invitations.values()].filter(({ expiresAt }) => expiresAt > at).length;

const tooMany = (current: number) =>
  err({ code: 'plan_limit_reached', resource: 'members', limit: maxMembers, current } as const);

function evolve(state: MembershipState, event: MembershipEvent): MembershipState {
  const members = new Map(state.members);
  const invitations = new Map(state.invitations);
  switch (event.type) {
    case 'MemberInvited': {
      const { invitationId, role, expiresAt, at: invitedAt } = event.data;
      invitations.set(invitationId, { role, expiresAt, invitedAt });
      break;
    }
    case 'InvitationWithdrawn':
    case 'InvitationExpired':
      invitations.delete(event.data.invitationId);
      break;
    case 'MemberJoined': {
      const { personId, role, invitationId, through, at: since } = event.data;
      members.set(personId, { role, followsProvider: through === 'openid', since });
      if (invitationId !== null) invitations.delete(invitationId);
      break;
    }
    case 'MemberRoleChanged': {
      const { personId, role } = event.data;
      const member = members.get(personId);
      if (member) members.set(personId, { ...member, role });
      break;
    }
    case 'MemberRemoved':
      members.delete(event.data.personId);
      break;
    default:
      return event satisfies never;
  }
  return { members, invitations };
}

/** The members of an account: each has a role, and one owner at least stays. */
export const membership: Decider<MembershipState, MembershipCommand, MembershipEvent, DomainError> = {
  initial: { members: new Map(), invitations: new Map() },
  decide,
  evolve,
};
