import type { FastifyRequest } from 'fastify';
import type { Links } from '../../../api/auth/links.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { newId } from '../../../log/ids.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { WebDeps } from '../../web-deps.ts';
import { choosePasswordPath } from './choose-password.tsx';
import { confirmEmailPath } from './confirm-email.tsx';

export type MailDeps = Pick<WebDeps, 'logger' | 'mailer' | 'publicUrl'>;

/** The address of a page with a link's right. */
export const urlWith = (deps: MailDeps, request: FastifyRequest, path: string, token: string): string =>
  `${addressOf(deps, request)}${path}?link=${token}`;

/** Sends a mail, without a wait: the time of an answer does not tell whether there was a mail to send. */
export function sendLater({ mailer, logger }: MailDeps, mail: Mail): void {
  const logged = { message_id: mail.messageId };
  mailer?.send(mail).then(
    (outcome) => {
      if (outcome.kind !== 'sent') logger.warn({ ...logged, reason: outcome.reason }, 'a mail was not sent');
    },
    (err: unknown) => logger.error({ ...logged, err }, 'a mail was not sent'),
  );
}

/** Returns the address at which a person may choose another password, once. */
export const passwordUrl = (
  deps: MailDeps,
  links: Links,
  request: FastifyRequest,
  { personId, email: address, passwordVersion: version }: ExistingPerson,
): string =>
  urlWith(deps, request, choosePasswordPath, links.issue({ kind: 'password', personId, version, address }));

/** Mails a person a link to choose another password. */
export async function mailPasswordLink(
  deps: MailDeps,
  links: Links,
  request: FastifyRequest,
  person: ExistingPerson,
): Promise<void> {
  const url = passwordUrl(deps, links, request, person);
  const { email: to, language, name } = person;
  // Loaded on demand: most processes send no mail.
  const { passwordMail } = await import('../../../mail/person-mails.ts');
  sendLater(deps, passwordMail({ to, language, messageId: `password-${newId()}`, url }, { name }));
}

/** Mails a link to a new address of a person, which shows that they receive mail there. */
export async function mailEmailLink(
  deps: MailDeps,
  links: Links,
  request: FastifyRequest,
  { personId, language, name, email: address, passwordVersion: version }: ExistingPerson,
  email: string,
): Promise<void> {
  const token = links.issue({ kind: 'email', personId, address, email, version });
  const url = urlWith(deps, request, confirmEmailPath, token);
  const { emailMail } = await import('../../../mail/person-mails.ts');
  sendLater(deps, emailMail({ to: email, language, messageId: `email-${newId()}`, url }, { name }));
}
