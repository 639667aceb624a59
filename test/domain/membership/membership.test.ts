import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { maxMembers, membership, type MembershipCommand } from '../../../domain/membership/decider.ts';
import type { MembershipEvent } from '../../../domain/membership/events.ts';
import { type Role, roles, scopesOf } from '../../../domain/membership/roles.ts';
import { given, play } from '../../support/spec.ts';

const test = suite('membership');
const at = '2026-03-01T12:00:00.000Z';
const expiresAt = '2026-03-08T12:00:00.000Z';

const joined = (personId: string, role: Role, invitationId: string | null = null): MembershipEvent => ({
  type: 'MemberJoined',
  data: { personId, role, invitationId, at },
});
const invited: MembershipEvent = {
  type: 'MemberInvited',
  data: { invitationId: 'i', role: 'editor', expiresAt, at },
};
const accept = { type: 'AcceptInvitation', invitationId: 'i', personId: 'b', at } as const;

test('a person who accepts an invitation has the role of it', () => {
  given(membership, [invited])
    .when(accept)
    .then([joined('b', 'editor', 'i')]);
});

test('an invitation is accepted once', () => {
  given(membership, [invited, joined('b', 'editor', 'i')])
    .when({ ...accept, personId: 'c' })
    .then({ code: 'invitation_over' });
});

test('an invitation that has expired or was withdrawn is over', () => {
  given(membership, [invited])
    .when({ ...accept, at: expiresAt })
    .then({ code: 'invitation_over' });
  given(membership, [invited, { type: 'InvitationWithdrawn', data: { invitationId: 'i', at } }])
    .when(accept)
    .then({ code: 'invitation_over' });
});

test('an invitation expires once its time is over, and once only', () => {
  const expire = { type: 'ExpireInvitation', invitationId: 'i', at: expiresAt } as const;
  const expired: MembershipEvent = {
    type: 'InvitationExpired',
    data: { invitationId: 'i', at: expiresAt },
  };
  given(membership, [invited]).when(expire).then([expired]);
  given(membership, [invited])
    .when({ ...expire, at })
    .then([]);
  for (const end of [expired, joined('b', 'editor', 'i')])
    given(membership, [invited, end]).when(expire).then([]);
  given(membership, [invited, expired])
    .when({ type: 'WithdrawInvitation', invitationId: 'i', at })
    .then({ code: 'not_found' });
});

test('a member who accepts another invitation keeps the role', () => {
  given(membership, [joined('b', 'viewer'), invited])
    .when(accept)
    .then({ code: 'already_member' });
});

test('the last owner stays, and stays an owner', () => {
  const events = [joined('a', 'owner'), joined('b', 'editor')];
  given(membership, events).when({ type: 'RemoveMember', personId: 'a', at }).then({ code: 'last_owner' });
  given(membership, events)
    .when({ type: 'ChangeMemberRole', personId: 'a', role: 'editor', at })
    .then({ code: 'last_owner' });
  given(membership, [...events, joined('c', 'owner')])
    .when({ type: 'RemoveMember', personId: 'a', at })
    .then([{ type: 'MemberRemoved', data: { personId: 'a', at } }]);
});

test('a member through the provider has the role of the claim, until it has none', () => {
  const follow = (role: Role | null) => ({ type: 'FollowProvider', personId: 'b', role, at }) as const;
  const provided: MembershipEvent = {
    type: 'MemberJoined',
    data: { personId: 'b', role: 'editor', invitationId: null, through: 'openid', at },
  };
  const owner = joined('a', 'owner');
  given(membership, [owner]).when(follow(null)).then([]);
  given(membership, [owner]).when(follow('editor')).then([provided]);
  given(membership, [owner, provided]).when(follow('editor')).then([]);
  given(membership, [owner, provided])
    .when(follow('viewer'))
    .then([{ type: 'MemberRoleChanged', data: { personId: 'b', role: 'viewer', at } }]);
  given(membership, [owner, provided])
    .when(follow(null))
    .then([{ type: 'MemberRemoved', data: { personId: 'b', at } }]);
});

test('a claim changes nothing for an invited member, and the last owner stays', () => {
  for (const role of ['owner', 'viewer', null] as const) {
    const follow = { type: 'FollowProvider', personId: 'b', role, at } as const;
    given(membership, [joined('a', 'owner'), joined('b', 'editor', 'i')])
      .when(follow)
      .then([]);
    const owner: MembershipEvent = {
      type: 'MemberJoined',
      data: { personId: 'b', role: 'owner', invitationId: null, through: 'openid', at },
    };
    given(membership, [owner, joined('a', 'editor')])
      .when(follow)
      .then([]);
  }
});

test('members and open invitations count against the limit; those that have expired do not', () => {
  const members = Array.from({ length: maxMembers - 1 }, (_, index) => joined(`p${index}`, 'viewer'));
  const invite = {
    type: 'InviteMember',
    invitationId: 'j',
    role: 'viewer',
    expiresAt,
    replaces: [],
    at,
  } as const;
  given(membership, [...members, invited])
    .when(invite)
    .then({ code: 'plan_limit_reached', resource: 'members', limit: maxMembers, current: maxMembers });
  const later = { ...invite, at: '2026-03-09T12:00:00.000Z', expiresAt: '2026-03-16T12:00:00.000Z' } as const;
  const { type: _, replaces: __, ...data } = later;
  given(membership, [...members, invited])
    .when(later)
    .then([{ type: 'MemberInvited', data }]);
});

test('an invitation withdraws those that it replaces, unless they are over by then', () => {
  const { invitationId } = invited.data;
  const invite = {
    type: 'InviteMember',
    invitationId: 'j',
    role: 'viewer',
    expiresAt,
    replaces: [invitationId, 'over'],
    at,
  } as const;
  const { type: _, replaces: __, ...data } = invite;
  const withdrawn = { type: 'InvitationWithdrawn', data: { invitationId, at } } as const;
  given(membership, [invited])
    .when(invite)
    .then([withdrawn, { type: 'MemberInvited', data }]);
  given(membership, [invited, withdrawn])
    .when(invite)
    .then([{ type: 'MemberInvited', data }]);
});

test('once an account has an owner, it always has one', () => {
  const ids = ['a', 'b', 'c'];
  const commands: MembershipCommand[] = ids.flatMap((personId) => [
    { type: 'RemoveMember', personId, at } as const,
    ...roles.flatMap((role) => [
      { type: 'AddMember', personId, role, at } as const,
      { type: 'ChangeMemberRole', personId, role, at } as const,
    ]),
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands)), (history) => {
      const { events } = play(membership, history);
      const owners = (count: number) =>
        [...fold(membership, membership.initial, events.slice(0, count)).members.values()].filter(
          ({ role }) => role === 'owner',
        ).length;
      const first = events.findIndex((_, index) => owners(index + 1) > 0);
      if (first < 0) return;
      for (let count = first + 1; count <= events.length; count++) assert.ok(owners(count) > 0);
    }),
  );
});

test('a person who is being erased leaves, also as the last owner', () => {
  const forget = { type: 'ForgetMember', personId: 'a', at } as const;
  given(membership, [joined('a', 'owner')])
    .when(forget)
    .then([{ type: 'MemberRemoved', data: { personId: 'a', at } }]);
  given(membership, [joined('b', 'owner')])
    .when(forget)
    .then([]);
});

test('each role may do what the roles below it may do', () => {
  const [owner, editor, viewer] = roles.map((role) => new Set<string>(scopesOf[role]));
  for (const scope of viewer ?? []) assert.ok(editor?.has(scope), scope);
  for (const scope of editor ?? []) assert.ok(owner?.has(scope), scope);
  assert.not.ok(editor?.has('account:write'));
  assert.equal(
    scopesOf.viewer.filter((scope) => !scope.endsWith(':read')),
    [],
  );
});

test.run();
