import type { FastifyReply, FastifyRequest } from 'fastify';
import { valueOf } from '../../../api/errors/errors.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import type { WebDeps } from '../../web-deps.ts';
import { setFlashMessage, setHalfSession } from './cookies.ts';
import { type HalfSession, halfSessionSeconds, openHalfSessions } from './half-sessions.ts';
import { type ProvedPerson, trySignInMember } from './member-session.ts';
import type { Sessions } from './sessions.ts';

/** The page that asks for the code of the second factor. */
export const codePath = '/console/sign-in/code';

/** What follows the sign-in. */
type Continuation = Pick<HalfSession, 'invitation' | 'next' | 'note'>;

/**
 * Goes on with a person who has proved the first factor: begins a session, or asks for the code of the second factor first. The state
 * of the person at this moment decides. Each way to sign in that does not prove a second factor itself ends here.
 * @throws ApiError `insufficient_scope` for a person who is a member of no account, `conflict` if the password was changed meanwhile
 */
export async function completeSignIn(
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'sessionKeys'>,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  proved: Omit<ProvedPerson, 'proof' | 'isFactorUsed'>,
  continuation: Continuation,
): Promise<FastifyReply> {
  const { next, note } = continuation;
  if (proved.person.secondFactor) return askForCode(deps, request, reply, proved, continuation);
  const begun = await trySignInMember(deps, sessions, request, reply, proved);
  if (!begun.ok) {
    // The person may have turned a second factor on since they entered the password.
    const person = await personWithId(deps, proved.person.personId);
    const isSamePassword = person?.passwordVersion === proved.person.passwordVersion;
    if (person?.secondFactor && isSamePassword)
      return askForCode(deps, request, reply, { ...proved, person }, continuation);
  }
  valueOf(begun);
  if (note !== undefined) setFlashMessage(request, reply, note);
  return reply.redirect(next, 303);
}

/** Keeps the first half of the sign-in in the browser, and asks for the second. */
function askForCode(
  deps: Pick<WebDeps, 'now' | 'sessionKeys'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { person: { personId, passwordVersion: version }, method }: Pick<ProvedPerson, 'person' | 'method'>,
  { next, note, invitation }: Continuation,
): FastifyReply {
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
