import type { FastifyRequest } from 'fastify';
import type { Invitation } from '../../commands/membership/invitations.ts';
import { loginHash } from '../../commands/person/login-name.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { newId } from '../../log/ids.ts';
import type { Mail } from '../../mail/mailer.ts';
import type * as personMails from '../../mail/person-mails.ts';
import type { ApiDeps } from '../api-deps.ts';
import { openLinks } from '../auth/links.ts';
import type { Rates } from '../limits/rates.ts';
import { addressOf } from './requests.ts';

export const invitationPath = '/console/sign-in/invitation';

export interface SentInvitation {
  readonly mailed: boolean;
  readonly mailFailure: string | null;
  /** For the person who is invited; null if it was mailed. */
  readonly link: string | null;
}

/** Limits the mails to an address. */
export interface MailLimits {
  readonly rates: Pick<Rates, 'mayMail'>;
}

/** Mails an invitation; a link stands for a mail that cannot be sent. @param inviter the name of the person who invites */
export async function sendInvitation(
  deps: Pick<ApiDeps, 'aggregates' | 'mailer' | 'now' | 'publicUrl' | 'sessionKeys'> & MailLimits,
  request: FastifyRequest,
  accountId: string,
  { invitationId, email }: Invitation,
  inviter: string | null,
): Promise<SentInvitation> {
  const token = openLinks(deps.sessionKeys, deps.now).issue({ kind: 'invitation', invitationId });
  const link = `${addressOf(deps, request)}${invitationPath}?link=${token}`;
  const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
  const name = state.exists ? state.name : accountId;
  const language = state.exists ? (state.language ?? null) : null;
  return mailOrShow(deps, email, link, ({ invitationMail }) =>
    invitationMail(
      { to: email, language, messageId: `invitation-${invitationId}-${newId()}`, url: link },
      { inviter: inviter ?? 'Formlog', account: name },
    ),
  );
}

/** Mails a link to a person who is invited; the link stands for a mail that cannot be sent. */
export async function mailOrShow(
  { mailer, rates }: Pick<ApiDeps, 'mailer'> & MailLimits,
  email: string,
  link: string,
  mailOf: (mails: typeof personMails) => Mail,
): Promise<SentInvitation> {
  if (!mailer) return { mailed: false, mailFailure: null, link };
  if (!(await rates.mayMail(await loginHash(email))))
    return { mailed: false, mailFailure: 'the address got several mails within an hour', link };
  // Loaded on demand: most processes send no mail.
  const outcome = await mailer.send(mailOf(await import('../../mail/person-mails.ts')));
  if (outcome.kind === 'sent') return { mailed: true, mailFailure: null, link: null };
  return { mailed: false, mailFailure: outcome.reason, link };
}
