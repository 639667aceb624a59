import type { FastifyRequest } from 'fastify';
import type { Invitation } from '../../commands/membership/invitations.ts';
import { emailIn, loginHash } from '../../commands/person/login-name.ts';
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
  /** For the person who is invited; null if it was mailed, or may not be shown. */
  readonly link: string | null;
}

/** Limits the mails to an address. */
export interface MailLimits {
  readonly rates: Pick<Rates, 'countMail' | 'mayMail'>;
}

/** A mail to an address that was counted. */
export interface CountedMail {
  readonly isWithinLimit: boolean;
}

/**
 * Counts the mail of an invitation, before anything is written.
 * @throws ApiError with 429 beyond the limit of the address, except for operators, who get the link instead
 */
export async function countMail(
  { mailer, rates }: Pick<ApiDeps, 'mailer'> & MailLimits,
  { operator }: Pick<FastifyRequest, 'operator'>,
  given: string,
): Promise<CountedMail> {
  const email = emailIn(given);
  if (!mailer || email === null) return { isWithinLimit: true };
  const recipient = await loginHash(email);
  if (operator) return { isWithinLimit: await rates.mayMail(recipient) };
  await rates.countMail(recipient);
  return { isWithinLimit: true };
}

/**
 * Mails an invitation, in the name of the person who invites. If that fails, operators get its link, and without a mail server all
 * inviters.
 */
export async function sendInvitation(
  deps: Pick<ApiDeps, 'aggregates' | 'mailer' | 'now' | 'publicUrl' | 'sessionKeys'> & MailLimits,
  request: FastifyRequest,
  accountId: string,
  { invitationId, email }: Invitation,
  { counted, inviter }: { readonly counted: CountedMail; readonly inviter: string | null },
): Promise<SentInvitation> {
  const token = openLinks(deps.sessionKeys, deps.now).issue({ kind: 'invitation', invitationId });
  const link = `${addressOf(deps, request)}${invitationPath}?link=${token}`;
  const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
  const name = state.exists ? state.name : accountId;
  const language = state.exists ? (state.language ?? null) : null;
  return mailOrShow(deps, request, { link, counted }, ({ invitationMail }) =>
    invitationMail(
      { to: email, language, messageId: `invitation-${invitationId}-${newId()}`, url: link },
      { inviter: inviter ?? 'Formlog', account: name },
    ),
  );
}

/**
 * Mails a link to a person who is invited. Where the service sends mail, only operators see the link of a mail that was not sent:
 * it proves that its holder receives mail at the address.
 */
export async function mailOrShow(
  { mailer }: Pick<ApiDeps, 'mailer'>,
  { operator }: Pick<FastifyRequest, 'operator'>,
  { link, counted }: { readonly link: string; readonly counted: CountedMail },
  mailOf: (mails: typeof personMails) => Mail,
): Promise<SentInvitation> {
  if (!mailer) return { mailed: false, mailFailure: null, link };
  const notMailed = (mailFailure: string) => ({ mailed: false, mailFailure, link: operator ? link : null });
  if (!counted.isWithinLimit) return notMailed('the address got several mails within an hour');
  // Loaded on demand: most processes send no mail.
  const outcome = await mailer.send(mailOf(await import('../../mail/person-mails.ts')));
  return outcome.kind === 'sent'
    ? { mailed: true, mailFailure: null, link: null }
    : notMailed(outcome.reason);
}
