import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refuseStrongerRole } from '../../../api/auth/issued-keys.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { countMail } from '../../../api/requests/send-invitation.ts';
import { inviteMember, openInvitations } from '../../../commands/membership/invitations.ts';
import { membersOf } from '../../../commands/membership/read-members.ts';
import { Role, roles } from '../../../domain/membership/roles.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { Routes } from '../parts/routes.ts';
import { setPosition } from '../session/cookies.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, show } from '../shell.tsx';
import { invitationsUrl, InvitationTable, MemberTable, roleHelp } from './member-tables.tsx';
import { answerSent, crumbsOf, type MembersDeps } from './sent-invitation.tsx';

interface InviteFormProps {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly isMailed: boolean;
  /** The address that was refused, and the reason. */
  readonly refusal: { readonly email: string; readonly text: string } | null;
}

const InviteForm = ({ request, accountId, isMailed, refusal }: InviteFormProps) => (
  <form method="post" action={invitationsUrl(accountId)} class="editor">
    <FormToken request={request} />
    <label>
      E-mail
      <input
        type="email"
        name="email"
        required
        maxlength="254"
        autocomplete="off"
        value={attributeText(refusal?.email ?? '')}
        {...(refusal && { 'aria-invalid': 'true', 'aria-describedby': 'email-problem' })}
      />
      {refusal !== null && (
        <small class="fault" id="email-problem" safe>
          {refusal.text}
        </small>
      )}
    </label>
    <fieldset>
      <legend>Role</legend>
      {roles.map((role) => (
        <label class="check">
          <input type="radio" name="role" value={role} checked={role === 'editor'} />
          <span safe>{`${role}: ${roleHelp[role]}`}</span>
        </label>
      ))}
    </fieldset>
    <p class="quiet">
      {isMailed
        ? 'The invitation is mailed, and may be accepted within seven days.'
        : 'The service sends no mail: it shows a link, which you hand over within seven days.'}
    </p>
    <button type="submit">Invite</button>
  </form>
);

/** The members of an account, and the people who are invited. */
export function membersPage(app: Routes, deps: MembersDeps): void {
  const isMailed = deps.mailer !== null;
  const config = { scope: 'account:write' } as const;

  async function page(reply: FastifyReply, id: string, refusal: InviteFormProps['refusal'] = null) {
    const { request } = reply;
    const { accountId } = await contextFor(request, deps.aggregates, 'account', id);
    const [members, invitations] = await Promise.all([
      membersOf(deps, accountId),
      openInvitations(deps, accountId),
    ]);
    const { operator, hasScope } = visitorIn(request);
    return show(
      reply,
      { title: 'Members', account: accountId, crumbs: crumbsOf(request, accountId) },
      <>
        <MemberTable
          {...{ request, accountId, members }}
          showsLinks={!isMailed && operator?.role === 'operator'}
        />
        {invitations.length > 0 && (
          <>
            <h2>Invitations</h2>
            <InvitationTable {...{ request, accountId, invitations, isMailed }} />
          </>
        )}
        {hasScope('account:write') && (
          <>
            <h2>Invite a person</h2>
            <InviteForm {...{ request, accountId, isMailed, refusal }} />
          </>
        )}
      </>,
    );
  }

  app.get('/console/accounts/:id/members', { config, schema: { params: ById } }, (request, reply) =>
    page(reply, request.params.id),
  );

  app.post(
    '/console/accounts/:id/invitations',
    {
      config,
      schema: { params: ById, body: Type.Object({ email: Type.String({ maxLength: 1_000 }), role: Role }) },
    },
    async (request, reply) => {
      const { email, role } = request.body;
      const context = await contextFor(request, deps.aggregates, 'account', request.params.id);
      await refuseStrongerRole(deps, request, role);
      const counted = await countMail(deps, request, email);
      const invited = await inviteMember(deps, { email, role }, context);
      if (!invited.ok && invited.error.code === 'invalid_request')
        return page(reply.code(422), context.accountId, { email, text: 'This is not an e-mail address.' });
      if (!invited.ok && invited.error.code === 'already_member')
        return page(reply.code(409), context.accountId, { email, text: 'This person is a member already.' });
      if (!invited.ok) throw refused(invited.error);
      const { position } = invited.value;
      if (position !== null) setPosition(request, reply, position);
      return answerSent(deps, reply, context.accountId, invited.value, counted);
    },
  );
}
