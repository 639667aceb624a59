import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { refused } from '../../../api/errors/errors.ts';
import { type InviteDeps, inviteToSignUp } from '../../../api/requests/invite-to-sign-up.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { CopyButton } from '../../parts/id.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';

const path = '/console/invite-owner';
const title = 'Invite a person to open an account';
const crumbs = [['Accounts', '/console/accounts']] as const;

/** Inviting a person to open an account, for operators. */
export function inviteOwnerPage(app: Routes, deps: InviteDeps): void {
  const config = { operatorsOnly: true };
  const { mode } = deps.signUp;

  const page = (reply: FastifyReply, email = '', problem: string | null = null) =>
    show(
      reply,
      { title, crumbs },
      mode === 'closed' ? (
        <p>
          The sign-up is closed. With the setting <code>SIGN_UP=invitation</code>, people whom you invite open
          accounts.
        </p>
      ) : (
        <form method="post" action={path} class="editor">
          <FormToken request={reply.request} />
          <label>
            E-mail
            <input
              type="email"
              name="email"
              required
              maxlength="254"
              autocomplete="off"
              value={attributeText(email)}
              {...(problem !== null && { 'aria-invalid': 'true', 'aria-describedby': 'email-problem' })}
            />
            {problem !== null && (
              <small class="fault" id="email-problem" safe>
                {problem}
              </small>
            )}
          </label>
          <p class="quiet">
            {deps.mailer
              ? 'A link is mailed, which opens an account once, within seven days.'
              : 'The service sends no mail: it shows a link, which you hand over. It opens an account once, within seven days.'}
          </p>
          <button type="submit">Invite</button>
        </form>
      ),
    );

  app.get(path, { config }, async (_, reply) => page(reply));

  app.post(
    path,
    { config, schema: { body: Type.Object({ email: Type.String({ maxLength: 1_000 }) }) } },
    async (request, reply) => {
      const { email: given } = request.body;
      const invited = await inviteToSignUp(deps, request, given);
      if (!invited.ok && invited.error.code === 'invalid_request')
        return page(reply.code(422), given, 'This is not an e-mail address.');
      if (!invited.ok && invited.error.code === 'login_taken')
        return page(reply.code(409), given, 'A person signs in with this address already.');
      if (!invited.ok) throw refused(invited.error);
      const { email, link, mailFailure } = invited.value;
      if (link === null)
        return redirectAfterWrite(
          reply,
          { position: null },
          { to: '/console/accounts', note: `The invitation is on its way to ${email}.` },
        );
      const reason =
        mailFailure === null ? 'The service sends no mail.' : `The mail was not sent: ${mailFailure}.`;
      return show(
        reply.header('cache-control', 'no-store'),
        { title: 'Invitation', crumbs },
        <>
          <p
            safe
          >{`${reason} Hand this link to ${email} yourself; with it, anybody can open the account.`}</p>
          <p class="lead">
            <code class="address" safe>
              {link}
            </code>{' '}
            <CopyButton text={link} label="Copy the link" />
          </p>
        </>,
      );
    },
  );
}
