import type { FastifyRequest } from 'fastify';
import { personWithEmail } from '../../commands/person/find-person.ts';
import { emailIn } from '../../commands/person/login-name.ts';
import { signUpRightOf } from '../../commands/person/sign-up.ts';
import { invalid, type Refusal } from '../../commands/refusal.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { newId } from '../../log/ids.ts';
import type { ApiDeps } from '../api-deps.ts';
import { openLinks } from '../auth/links.ts';
import { ApiError } from '../errors/errors.ts';
import { addressOf } from './requests.ts';
import { countMail, type MailLimits, mailOrShow, type SentInvitation } from './send-invitation.ts';

export const openAccountPath = '/console/sign-up/account';

/** How long an invitation to open an account may be accepted, in ms. */
const lifetimeMs = 7 * 86_400_000;

export interface SignUpInvitation extends SentInvitation {
  /** In lower case. */
  readonly email: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export type InviteDeps = Pick<
  ApiDeps,
  'aggregates' | 'mailer' | 'now' | 'publicUrl' | 'sessionKeys' | 'signUp'
> &
  MailLimits;

/**
 * Mails a person a link to open an account, of which nothing is stored; the link stands for a mail that cannot be sent.
 * @returns `invalid_request` for a text that is no address, `login_taken` for the address of a person who signs in here
 * @throws ApiError `conflict` where the sign-up is closed
 */
export async function inviteToSignUp(
  deps: InviteDeps,
  request: FastifyRequest,
  given: string,
): Promise<Result<SignUpInvitation, Refusal>> {
  if (deps.signUp.mode === 'closed')
    throw new ApiError('conflict', {
      message: 'The sign-up is closed. SIGN_UP=invitation lets invited people open accounts.',
    });
  const email = emailIn(given);
  if (email === null)
    return invalid('The address is invalid.', [
      { path: '/email', code: 'invalid_format', message: 'Must be an e-mail address.' },
    ]);
  if (await personWithEmail(deps, email)) return err({ code: 'login_taken' });
  const right = { kind: 'sign-up', invited: true, ...(await signUpRightOf(deps, email)) } as const;
  const token = openLinks(deps.sessionKeys, deps.now).issue(right, lifetimeMs);
  const url = `${addressOf(deps, request)}${openAccountPath}?link=${token}`;
  const counted = await countMail(deps, request, email);
  const sent = await mailOrShow(deps, request, { link: url, counted }, ({ signUpInvitationMail }) =>
    signUpInvitationMail({ to: email, language: null, messageId: `sign-up-${newId()}`, url }),
  );
  return ok({ ...sent, email, expiresAt: new Date(deps.now().getTime() + lifetimeMs).toISOString() });
}
