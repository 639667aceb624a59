import type { FastifyRequest } from 'fastify';
import {
  type Invitation,
  inviteMember,
  openInvitations,
  withdrawInvitation,
} from '../../commands/membership/invitations.ts';
import { changeMemberRole, removeMember } from '../../commands/membership/members.ts';
import { membersOf, type MemberView } from '../../commands/membership/read-members.ts';
import { resetSecondFactor } from '../../commands/person/second-factor.ts';
import type { ApiDeps } from '../api-deps.ts';
import { refuseStrongerRole } from '../auth/issued-keys.ts';
import { memberOperations } from '../contract/accounts/members.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { type CountedMail, countMail, type MailLimits, sendInvitation } from '../requests/send-invitation.ts';
import { shown } from '../requests/shown-once.ts';

const memberRecord = ({ personId: id, name, email, role, since, hasSecondFactor }: MemberView) => ({
  id,
  name,
  email,
  role,
  since,
  second_factor: hasSecondFactor,
});

const invitationRecord = ({ invitationId: id, email, role, invitedAt, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  invited_at: invitedAt,
  expires_at: expiresAt,
});

/** The members of an account, and the people who are invited. */
export function memberRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'log' | 'mailer' | 'newId' | 'now' | 'progress' | 'publicUrl' | 'sessionKeys'
  > &
    MailLimits,
): void {
  async function sent(
    request: FastifyRequest,
    accountId: string,
    invitation: Invitation,
    counted: CountedMail,
  ) {
    const by = { counted, inviter: null };
    const { mailed, mailFailure, link } = await sendInvitation(deps, request, accountId, invitation, by);
    return {
      ...invitationRecord(invitation),
      mailed,
      ...(mailFailure !== null && { mail_failure: mailFailure }),
      ...(link !== null && shown('link', link)),
    };
  }

  // The log itself is read: it holds what a read model has reached.
  const untilRead = (request: FastifyRequest) => readAfter(request, deps.progress, ['accounts']);

  api.route(memberOperations.listMembers, async (request) => {
    await untilRead(request);
    const { accountId } = await api.contextOfAccount(request);
    const data = (await membersOf(deps, accountId)).map(memberRecord);
    return { data, count: data.length };
  });

  api.route(memberOperations.changeMember, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { person: personId } = request.params;
    await refuseStrongerRole(deps, request, request.body.role);
    committed(reply, await changeMemberRole(deps, { personId, role: request.body.role }, context));
    const found = (await membersOf(deps, context.accountId)).find((member) => member.personId === personId);
    if (!found) throw new ApiError('not_found');
    return memberRecord(found);
  });

  api.route(memberOperations.removeMember, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { person: id } = request.params;
    committed(reply, await removeMember(deps, id, context));
    return { id, removed: true };
  });

  api.route(
    memberOperations.inviteMember,
    async (request, reply) => {
      const context = await api.contextOfAccount(request);
      await refuseStrongerRole(deps, request, request.body.role);
      const counted = await countMail(deps, request, request.body.email);
      const invited = committed(reply, await inviteMember(deps, request.body, context));
      return sent(request, context.accountId, invited, counted);
    },
    { shownOnce: ['link'] },
  );

  api.route(memberOperations.listInvitations, async (request) => {
    await untilRead(request);
    const { accountId } = await api.contextOfAccount(request);
    const data = (await openInvitations(deps, accountId)).map(invitationRecord);
    return { data, count: data.length };
  });

  api.route(
    memberOperations.sendInvitation,
    async (request) => {
      const { accountId } = await api.contextOfAccount(request);
      const { invitation: id } = request.params;
      const found = (await openInvitations(deps, accountId)).find(({ invitationId }) => invitationId === id);
      if (!found) throw new ApiError('not_found');
      await refuseStrongerRole(deps, request, found.role);
      return sent(request, accountId, found, await countMail(deps, request, found.email));
    },
    { shownOnce: ['link'] },
  );

  api.route(memberOperations.withdrawInvitation, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { invitation: id } = request.params;
    committed(reply, await withdrawInvitation(deps, id, context));
    return { id, withdrawn: true };
  });
}

/** Operators turn off the second factor of a member who has lost it. */
export function secondFactorRoutes(api: Mount, deps: Pick<ApiDeps, 'aggregates' | 'now'>): void {
  api.route(memberOperations.resetSecondFactor, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { person: id } = request.params;
    committed(reply, await resetSecondFactor(deps, id, context));
    return { id, second_factor: false };
  });
}
