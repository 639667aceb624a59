import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebDeps } from '../../web-deps.ts';
import { clearAuthorization, readSession, setSession } from './cookies.ts';
import { endAnySession } from './end-session.ts';
import type { Session, Sessions } from './sessions.ts';

/**
 * Gives the browser a session that has begun. The session that it had ends, in every process: that of its cookie, or `formerSession` if
 * the request comes from another site and so lacks the cookie.
 */
export async function replaceSession(
  deps: Pick<WebDeps, 'aggregates' | 'now'>,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, formerSession = null }: { readonly session: Session; readonly formerSession?: Session | null },
): Promise<void> {
  const former = (await sessions.of(readSession(request))) ?? formerSession;
  if (former) await endAnySession(deps, sessions, request, former);
  // A sign-in that goes on at a provider would replace this session later, without its cookie, and leave it open.
  clearAuthorization(request, reply);
  setSession(request, reply, sessions.cookieOf(session));
}
