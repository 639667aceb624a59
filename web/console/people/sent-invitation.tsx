import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CountedMail, type MailLimits, sendInvitation } from '../../../api/requests/send-invitation.ts';
import type { Invitation } from '../../../commands/membership/invitations.ts';
import { CopyButton } from '../../parts/id.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { membersUrl } from './member-tables.tsx';

export type MembersDeps = Pick<
  WebDeps,
  'aggregates' | 'log' | 'mailer' | 'newId' | 'now' | 'publicUrl' | 'queries' | 'sessionKeys'
> &
  MailLimits;

/** The pages above the page of members: operators come from the list of accounts. */
export const crumbsOf = (request: FastifyRequest, accountId: string) =>
  visitorIn(request).accountId === null
    ? ([
        ['Accounts', '/console/accounts'],
        [accountId, `/console/accounts/${encodeURIComponent(accountId)}`],
      ] as const)
    : [];

/** Shows a link that a person hands over. */
export function showLink(
  reply: FastifyReply,
  accountId: string,
  { title, text, link }: { readonly title: string; readonly text: string; readonly link: string },
): FastifyReply {
  return show(
    reply.header('cache-control', 'no-store'),
    {
      title,
      account: accountId,
      crumbs: [...crumbsOf(reply.request, accountId), ['Members', membersUrl(accountId)]],
    },
    <>
      <p safe>{text}</p>
      <p class="lead">
        <code class="address" safe>
          {link}
        </code>{' '}
        <CopyButton text={link} label="Copy the link" />
      </p>
      <a href={membersUrl(accountId)}>Back to the members</a>
    </>,
  );
}

/** Sends an invitation, and shows its link if it could not be mailed and the visitor may see it. */
export async function answerSent(
  deps: MembersDeps,
  reply: FastifyReply,
  accountId: string,
  invitation: Invitation,
  counted: CountedMail,
): Promise<FastifyReply> {
  const { request } = reply;
  const inviter = visitorIn(request).person?.name ?? null;
  const by = { counted, inviter };
  const { link, mailFailure } = await sendInvitation(deps, request, accountId, invitation, by);
  const { email } = invitation;
  if (link === null) {
    const note =
      mailFailure === null
        ? `The invitation is on its way to ${email}.`
        : `The mail to ${email} was not sent: ${mailFailure}. The invitation stays; send it again.`;
    return redirectAfterWrite(reply, { position: null }, { to: membersUrl(accountId), note });
  }
  const reason =
    mailFailure === null ? 'The service sends no mail.' : `The mail was not sent: ${mailFailure}.`;
  const text = `${reason} Hand this link to ${email} yourself; with it, anybody can join.`;
  return showLink(reply, accountId, { title: 'Invitation', text, link });
}
