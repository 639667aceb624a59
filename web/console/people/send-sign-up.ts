import type { FastifyRequest } from 'fastify';
import type { Links } from '../../../api/auth/links.ts';
import { openAccountPath } from '../../../api/requests/invite-to-sign-up.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import type { SignUpRight } from '../../../commands/person/sign-up.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { newId } from '../../../log/ids.ts';
import { preferredLanguage } from '../../form/languages.ts';
import { type MailDeps, sendLater, urlWith } from './send-links.ts';

/**
 * Answers a stranger who wants to open an account, by a mail to the address: with a link to do so, or, for a person who signs in
 * with the address, with a link to the sign-in.
 */
export async function answerSignUp(
  deps: MailDeps,
  links: Links,
  request: FastifyRequest,
  right: SignUpRight,
  person: ExistingPerson | null,
): Promise<void> {
  // Loaded on demand: most processes send no mail.
  const { knownPersonMail, signUpMail } = await import('../../../mail/person-mails.ts');
  const addressed = { to: right.email, messageId: `sign-up-${newId()}` };
  if (person) {
    const { language, name } = person;
    const url = `${addressOf(deps, request)}/console/sign-in`;
    sendLater(deps, knownPersonMail({ ...addressed, language, url }, { name }));
    return;
  }
  const url = urlWith(
    deps,
    request,
    openAccountPath,
    links.issue({ kind: 'sign-up', invited: false, ...right }),
  );
  const language = preferredLanguage(request.headers['accept-language']) ?? null;
  sendLater(deps, signUpMail({ ...addressed, language, url }));
}
