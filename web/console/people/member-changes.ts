import Type from 'typebox';
import { refuseStrongerRole } from '../../../api/auth/issued-keys.ts';
import { openLinks } from '../../../api/auth/links.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { Id } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { countMail } from '../../../api/requests/send-invitation.ts';
import { openInvitations, withdrawInvitation } from '../../../commands/membership/invitations.ts';
import { changeMemberRole, removeMember } from '../../../commands/membership/members.ts';
import { roleIn } from '../../../commands/membership/read-members.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { resetSecondFactor } from '../../../commands/person/second-factor.ts';
import { Role } from '../../../domain/membership/roles.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { membersUrl } from './member-tables.tsx';
import { passwordUrl } from './send-links.ts';
import { answerSent, type MembersDeps, showLink } from './sent-invitation.tsx';

const ByPerson = Type.Object({ id: Id, person: Id });
const ByInvitation = Type.Object({ id: Id, invitation: Id });
const path = '/console/accounts/:id';

/** Changes of the members of an account, and of the invitations. */
export function memberChanges(app: Routes, deps: MembersDeps & Pick<WebDeps, 'logger'>): void {
  const { aggregates } = deps;
  const config = { scope: 'account:write' } as const;

  app.post(
    `${path}/members/:person/role`,
    { config, schema: { params: ByPerson, body: Type.Object({ role: Role }) } },
    async (request, reply) => {
      const { id, person: personId } = request.params;
      const { role } = request.body;
      const context = await contextFor(request, aggregates, 'account', id);
      await refuseStrongerRole(deps, request, role);
      const changed = valueOf(await changeMemberRole(deps, { personId, role }, context));
      return redirectAfterWrite(reply, changed, { to: membersUrl(id), note: 'The role is changed.' });
    },
  );

  app.post(
    `${path}/members/:person/remove`,
    { config, schema: { params: ByPerson } },
    async (request, reply) => {
      const { id, person: personId } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const removed = valueOf(await removeMember(deps, personId, context));
      return redirectAfterWrite(reply, removed, { to: membersUrl(id), note: 'The member is removed.' });
    },
  );

  app.post(
    `${path}/members/:person/reset-factor`,
    { config: { operatorsOnly: true }, schema: { params: ByPerson } },
    async (request, reply) => {
      const { id, person: personId } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const reset = valueOf(await resetSecondFactor(deps, personId, context));
      return redirectAfterWrite(reply, reset, { to: membersUrl(id), note: 'The second factor is off.' });
    },
  );

  app.post(
    `${path}/invitations/:invitation/send`,
    { config, schema: { params: ByInvitation } },
    async (request, reply) => {
      const { id, invitation } = request.params;
      const { accountId } = await contextFor(request, aggregates, 'account', id);
      const open = await openInvitations(deps, accountId);
      const found = open.find(({ invitationId }) => invitationId === invitation);
      if (!found) throw new ApiError('invitation_over');
      await refuseStrongerRole(deps, request, found.role);
      return answerSent(deps, reply, accountId, found, await countMail(deps, request, found.email));
    },
  );

  app.post(
    `${path}/invitations/:invitation/withdraw`,
    { config, schema: { params: ByInvitation } },
    async (request, reply) => {
      const { id, invitation } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const withdrawn = valueOf(await withdrawInvitation(deps, invitation, context));
      return redirectAfterWrite(reply, withdrawn, {
        to: membersUrl(id),
        note: 'The invitation is withdrawn.',
      });
    },
  );

  // For operators alone: a member of this account may be an owner of another, where an owner of this has no say.
  app.post(
    `${path}/members/:person/password-link`,
    { config: { operatorsOnly: true }, schema: { params: ByPerson } },
    async (request, reply) => {
      const { id, person: personId } = request.params;
      const { accountId } = await contextFor(request, aggregates, 'account', id);
      const isMember = (await roleIn(deps, accountId, personId)) !== null;
      const person = isMember ? await personWithId(deps, personId) : null;
      if (!person) throw new ApiError('not_found');
      const link = passwordUrl(deps, openLinks(deps.sessionKeys, deps.now), request, person);
      const text = `Hand this link to ${person.name}. It works once, within an hour.`;
      return showLink(reply, accountId, { title: 'Choosing a password', text, link });
    },
  );
}
