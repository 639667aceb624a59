import { invitation } from '../../../domain/invitation/decider.ts';
import { login } from '../../../domain/login/decider.ts';
import { membership } from '../../../domain/membership/decider.ts';
import { roles } from '../../../domain/membership/roles.ts';
import { channels, noticeKinds, paces } from '../../../domain/notice/kinds.ts';
import { noticeChoices } from '../../../domain/notice-choices/decider.ts';
import { person, type PersonCommand } from '../../../domain/person/decider.ts';
import { personErasure } from '../../../domain/person-erasure/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { Fact } from '../samples.ts';
import { decidedStreams } from './decided.ts';
import { randomNotices } from './random-notices.ts';
import { farOff, randomPersonCommand, sealed } from './random-person-command.ts';
import { accountOf } from './random-webhooks.ts';

/**
 * The people of a random history: they are invited, join its account, change everything that they can change, choose notices and
 * get them, leave, and are erased.
 */
export function randomPeople(random: () => number, prefix: string) {
  const accountId = accountOf(prefix);
  const upTo = (count: number) => Math.floor(random() * count);
  const one = <T>(of: readonly T[]): T | undefined => of[upTo(of.length)];
  const people = decidedStreams(person, streamOf.person);
  const logins = decidedStreams(login, streamOf.login);
  const members = decidedStreams(membership, () => streamOf.membership(accountId));
  const invitations = decidedStreams(invitation, streamOf.invitation);
  const choices = decidedStreams(noticeChoices, (id) => streamOf.noticeChoices(accountId, id));
  const erasures = decidedStreams(personErasure, streamOf.personErasure);
  const notices = randomNotices(random, prefix);
  const present: string[] = [];
  const erasing: string[] = [];
  const gone: string[] = [];
  let made = 0;
  const newName = (kind: string) => `${prefix}${kind}${made++}`;
  const anyRole = () => one(roles) ?? 'viewer';

  function invite(at: string): { readonly id: string; readonly facts: readonly Fact[] } {
    const id = newName('invited');
    const email = `${id}@example.com`;
    const addressed = { type: 'AddressInvitation', invitationId: id, accountId, email, at } as const;
    const invited = {
      type: 'InviteMember',
      invitationId: id,
      role: anyRole(),
      expiresAt: farOff,
      replaces: [],
      at,
    } as const;
    return { id, facts: [...invitations.run(id, addressed), ...members.run('', invited)] };
  }

  /** A person accepts an invitation, as somebody new. */
  function join(at: string): readonly Fact[] {
    const { id: invitationId, facts } = invite(at);
    const personId = newName('person');
    present.push(personId);
    const email = `${personId}@example.com`;
    const claim = { type: 'ClaimLogin', personId, from: null, at } as const;
    const own: readonly PersonCommand[] = [
      { type: 'RegisterPerson', personId, name: `Name of ${personId}`, email, at },
      { type: 'SetPassword', hash: `hash of ${personId}`, version: 0, at },
      { type: 'JoinAccount', accountId, at },
    ];
    return [
      ...facts,
      ...logins.run(email, claim),
      ...own.flatMap((command) => people.run(personId, command)),
      ...members.run('', { type: 'AcceptInvitation', invitationId, personId, at }),
    ];
  }

  function withdraw(at: string): readonly Fact[] {
    const invitationId = one([...members.state('').invitations.keys()]) ?? '';
    return members.run('', { type: 'WithdrawInvitation', invitationId, at });
  }

  function change(personId: string, at: string): readonly Fact[] {
    const state = people.state(personId);
    if (!state.exists) return [];
    return people.run(
      personId,
      randomPersonCommand(random, state, { id: newName(personId), number: made, at }),
    );
  }

  function moveAddress(personId: string, at: string): readonly Fact[] {
    const state = people.state(personId);
    if (!state.exists) return [];
    const email = `${newName(personId)}@example.com`;
    return [
      ...logins.run(email, { type: 'ClaimLogin', personId, from: null, at }),
      ...people.run(personId, { type: 'ChangePersonEmail', email, at }),
      ...logins.run(state.email, { type: 'ReleaseLogin', personId, at }),
    ];
  }

  function signIn(personId: string, at: string): Fact {
    const data = { personId, method: 'password', isFromElsewhere: random() < 0.5, at } as const;
    return { stream: streamOf.audit(accountId), event: { type: 'MemberSignedIn', data } };
  }

  function choose(personId: string, at: string): readonly Fact[] {
    const channel = one(channels) ?? 'mail';
    const kinds = noticeKinds.filter(() => random() < 0.5);
    const choice = { kinds, submissions: random() < 0.5 ? null : (one(paces) ?? null) };
    const host = `${personId}.chat.test`;
    return [
      ...choices.run(personId, { type: 'ChooseChatAddress', personId, address: sealed(host), host, at }),
      ...choices.run(personId, { type: 'ChooseNotices', personId, channel, choice, at }),
    ];
  }

  const forgetChoices = (personId: string, at: string): readonly Fact[] => [
    ...channels.flatMap((channel) =>
      choices.run(personId, { type: 'StopNotices', personId, channel, kind: null, at }),
    ),
    ...choices.run(personId, { type: 'RemoveChatAddress', personId, at }),
  ];

  function remove(personId: string, at: string): readonly Fact[] {
    const removed = members.run('', { type: 'RemoveMember', personId, at });
    if (removed.length === 0) return [];
    const left = people.run(personId, { type: 'LeaveAccount', accountId, at });
    return [...removed, ...left, ...forgetChoices(personId, at)];
  }

  /** As `commands/person/erase-person.ts` does at once. */
  function requestErasure(personId: string, at: string): readonly Fact[] {
    const before = people.state(personId);
    const requested = people.run(personId, { type: 'RequestErasure', at });
    present.splice(present.indexOf(personId), 1);
    erasing.push(personId);
    return [
      ...requested,
      ...members.run('', { type: 'ForgetMember', personId, at }),
      ...forgetChoices(personId, at),
      ...(before.exists ? logins.run(before.email, { type: 'ReleaseLogin', personId, at }) : []),
    ];
  }

  /** The next step of an erasure. */
  function erase(at: string): readonly Fact[] {
    const personId = one(erasing);
    if (personId === undefined) return [];
    const start = { type: 'Start', personId, requestedAt: at, at } as const;
    const steps = [start, ...(['Tombstone', 'Scrub', 'Complete'] as const).map((type) => ({ type, at }))];
    for (const step of steps) {
      const facts = erasures.run(personId, step);
      if (facts.length === 0) continue;
      if (step.type === 'Tombstone') gone.push(personId);
      return facts;
    }
    return [];
  }

  const changes: readonly ((personId: string, at: string) => readonly Fact[])[] = [
    change,
    change,
    moveAddress,
    (personId, at) => [signIn(personId, at)],
    choose,
    choose,
    (personId, at) => members.run('', { type: 'ChangeMemberRole', personId, role: anyRole(), at }),
    remove,
    requestErasure,
  ];

  return {
    join,
    /** Something of the invitations, of a person, or of an erasure. */
    change(at: string): readonly Fact[] {
      const kind = random();
      const personId = one(present);
      if (personId === undefined) return join(at);
      if (kind < 0.1) return invite(at).facts;
      if (kind < 0.15) return withdraw(at);
      if (kind < 0.35) return erase(at);
      return one(changes)?.(personId, at) ?? [];
    },
    /** A notice, or its next event. */
    notice(at: string): readonly Fact[] {
      const personId = one(present);
      return personId === undefined ? join(at) : notices.change(personId, at);
    },
    /** The streams that the eraser has deleted by now: everything that was personal. */
    deletedStreams: (): readonly string[] =>
      gone.flatMap((personId) => [streamOf.person(personId), streamOf.noticeChoices(accountId, personId)]),
  };
}
