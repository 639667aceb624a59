import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebDeps } from '../../web-deps.ts';
import { setFlashMessage, setHalfSession } from './cookies.ts';
import { type HalfSession, halfSessionSeconds, openHalfSessions } from './half-sessions.ts';
import { type ProvedPerson, signInMember } from './member-session.ts';
import type { Sessions } from './sessions.ts';

/** The page that asks for the code of the second factor. */
export const codePath = '/console/sign-in/code';

/** What follows the sign-in. */
type Continuation = Pick<HalfSession, 'invitation' | 'next' | 'note'>;

/**
 * Goes on with a person who has proved the first factor: begins a session, or asks for the code of the second factor first. Each way to
 * sign in that does not prove a second factor itself ends here.
 * @throws ApiError `insufficient_scope` for a person who is a member of no account
 */
export async function completeSignIn(
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'sessionKeys'>,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, method, accountId }: Omit<ProvedPerson, 'proof'>,
  { next, note, invitation }: Continuation,
): Promise<FastifyReply> {
  if (person.secondFactor) {
    const { personId, passwordVersion: version } = person;
    const half = openHalfSessions(deps).seal({
      personId,
      method,
      version,
      next,
      ...(note !== undefined && { note }),
      ...(invitation && { invitation }),
    });
    return setHalfSession(request, reply, half, halfSessionSeconds).redirect(codePath, 303);
  }
  await signInMember(deps, sessions, request, reply, {
    person,
    method,
    ...(accountId !== undefined && { accountId }),
  });
  if (note !== undefined) setFlashMessage(request, reply, note);
  return reply.redirect(next, 303);
}
