import Type from 'typebox';
import { Role } from '../../../domain/membership/roles.ts';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { Collection, Id, named, namedClosed, ShownOnce, Timestamp } from '../values.ts';

const personId = '5hKm2aXr7sVtYb1c4fJk';
const invitationId = '7nQp3bYs8tWuZc2d5gKl';

export const Member = named('Member', {
  id: Type.String({ description: 'The id of the person, the same in every account.' }),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  since: Timestamp,
  second_factor: Type.Boolean({
    description: 'Whether a sign-in with the password asks for a code of an app, too.',
  }),
});

const invitationMembers = {
  id: Type.String(),
  email: Type.String(),
  role: Role,
  invited_at: Timestamp,
  expires_at: Timestamp,
};

export const Invitation = named('Invitation', invitationMembers);

/** What became of the mail of an invitation. */
export const invitationSending = {
  mailed: Type.Boolean({ description: 'Whether the mail server has taken over the invitation.' }),
  mail_failure: Type.Optional(
    Type.String({ description: 'Why it was not mailed, where the service sends mail.' }),
  ),
  link: Type.Optional(
    Type.String({
      description:
        'For the person who is invited; shown only if it was not mailed: to operators, and to others where the service sends no mail.',
    }),
  ),
  shown_once: ShownOnce,
};

export const SentInvitation = named('SentInvitation', { ...invitationMembers, ...invitationSending });

const NewInvitation = namedClosed('NewInvitation', {
  email: Type.String({ minLength: 3, maxLength: 320 }),
  role: Role,
});

const MemberChange = namedClosed('MemberChange', { role: Role });
const ResetFactor = named('ResetSecondFactor', { id: Type.String(), second_factor: Type.Boolean() });
const RemovedMember = named('RemovedMember', { id: Type.String(), removed: Type.Boolean() });
const WithdrawnInvitation = named('WithdrawnInvitation', {
  id: Type.String(),
  withdrawn: Type.Boolean(),
});

const ByPerson = Type.Object({ person: Id });
const ByAccountAndPerson = Type.Object({ id: Id, person: Id });
const ByInvitation = Type.Object({ invitation: Id });
const ByAccountAndInvitation = Type.Object({ id: Id, invitation: Id });

const member = {
  id: personId,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'editor',
  since: at,
  second_factor: true,
};
const invitation = {
  id: invitationId,
  email: 'grace@example.com',
  role: 'viewer',
  invited_at: at,
  expires_at: at,
};

export const memberOperations = operations('admin', 'admin: accounts', {
  listMembers: {
    route: 'GET /accounts/:id/members',
    own: { operationId: 'listOwnMembers' },
    scope: 'account:write',
    summary: 'List the members',
    description: 'The people who may enter the account in the console, each with a role.',
    response: { 200: Collection(Member) },
    answer: 'The members, in the order in which they joined.',
    examples: { answers: [{ data: [member], count: 1 }] },
  },
  changeMember: {
    route: 'PATCH /accounts/:id/members/:person',
    own: { operationId: 'changeOwnMember', params: ByPerson },
    params: ByAccountAndPerson,
    scope: 'account:write',
    summary: 'Change the role of a member',
    description:
      'Takes effect within a second. An account keeps one owner at least. A key gives only roles whose scopes it has, and none if it expires.',
    body: MemberChange,
    response: { 200: Member },
    answer: 'The member after the change.',
    gives: ['X-Log-Position'],
    errors: ['last_owner'],
    examples: { body: { role: 'editor' }, answers: [member] },
  },
  resetSecondFactor: {
    route: 'DELETE /accounts/:id/members/:person/second-factor',
    params: ByAccountAndPerson,
    summary: 'Turn off the second factor of a member',
    description:
      'For a person who has lost both the app and the recovery codes. From then on the password is enough. The audit trail of the account records it.',
    response: { 200: ResetFactor },
    answer: 'The member has no second factor.',
    gives: ['X-Log-Position'],
    examples: { answers: [{ id: personId, second_factor: false }] },
  },
  removeMember: {
    route: 'DELETE /accounts/:id/members/:person',
    own: { operationId: 'removeOwnMember', params: ByPerson },
    params: ByAccountAndPerson,
    scope: 'account:write',
    summary: 'Remove a member',
    description: 'The sessions of the person in this account end within a second.',
    response: { 200: RemovedMember },
    answer: 'The person is no longer a member.',
    gives: ['X-Log-Position'],
    errors: ['last_owner'],
    examples: { answers: [{ id: personId, removed: true }] },
  },
  inviteMember: {
    route: 'POST /accounts/:id/invitations',
    own: { operationId: 'inviteOwnMember' },
    scope: 'account:write',
    summary: 'Invite a person to be a member',
    description:
      'The invitation is mailed, and may be accepted within seven days. A service without a mail server answers with its link instead. If the mail server refuses the mail, the invitation stays, and only an operator gets the link. Beyond 5 mails an hour to an address, keys are answered 429. A key gives only roles whose scopes it has, and none if it expires. An earlier invitation to the same address is withdrawn.',
    body: NewInvitation,
    response: { 201: SentInvitation },
    answer: 'The invitation.',
    gives: ['X-Log-Position'],
    errors: ['already_member', 'invitation_over', 'plan_limit_reached'],
    examples: {
      body: { email: 'grace@example.com', role: 'viewer' },
      answers: [{ ...invitation, mailed: true }],
    },
  },
  listInvitations: {
    route: 'GET /accounts/:id/invitations',
    own: { operationId: 'listOwnInvitations' },
    scope: 'account:write',
    summary: 'List the invitations that may still be accepted',
    description: 'The oldest first.',
    response: { 200: Collection(Invitation) },
    answer: 'The invitations.',
    examples: { answers: [{ data: [invitation], count: 1 }] },
  },
  sendInvitation: {
    route: 'POST /accounts/:id/invitations/:invitation/send',
    own: { operationId: 'sendOwnInvitation', params: ByInvitation },
    params: ByAccountAndInvitation,
    scope: 'account:write',
    summary: 'Send an invitation again',
    description:
      'The end of the invitation stays as it is. A key sends only invitations with roles whose scopes it has, and none if it expires. Beyond 5 mails an hour to an address, keys are answered 429.',
    response: { 200: SentInvitation },
    answer: 'The invitation.',
    examples: { answers: [{ ...invitation, mailed: true }] },
  },
  withdrawInvitation: {
    route: 'DELETE /accounts/:id/invitations/:invitation',
    own: { operationId: 'withdrawOwnInvitation', params: ByInvitation },
    params: ByAccountAndInvitation,
    scope: 'account:write',
    summary: 'Withdraw an invitation',
    description: 'Its link no longer works, and its address is erased.',
    response: { 200: WithdrawnInvitation },
    answer: 'The invitation is withdrawn.',
    gives: ['X-Log-Position'],
    examples: { answers: [{ id: invitationId, withdrawn: true }] },
  },
});
