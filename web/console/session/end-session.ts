import type { FastifyRequest } from 'fastify';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { executeOnPerson, type PersonOutcome } from '../../../commands/person/change-person.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Session, Sessions } from './sessions.ts';

type Deps = Pick<WebDeps, 'aggregates' | 'now'>;

/** Ends a session of a member, a key or an operator, in every process. */
export async function endAnySession(
  deps: Deps,
  sessions: Sessions,
  request: FastifyRequest,
  session: Session,
): Promise<void> {
  await endMemberSession(deps, request, session);
  await sessions.end(session);
}

/** Ends a session of a person in every process. */
async function endMemberSession(
  deps: Deps,
  request: FastifyRequest,
  { id: sessionId, holder }: Session,
): Promise<void> {
  if (holder.kind !== 'member') return;
  const { id: personId, accountId } = holder;
  const at = deps.now().toISOString();
  const context = contextOf(request, accountId, { kind: 'member', id: personId });
  const end = executeOnPerson(deps, personId, [{ type: 'EndSession', sessionId, at }], context);
  const ended = await unlessErased(end);
  // The erasure of a person has ended all sessions.
  if (ended && !ended.ok && ended.error.code !== 'not_found') throw refused(ended.error);
}

/** Ends all sessions of a person but the one of the request, in every process. @returns the position of the change */
export async function endOtherMemberSessions(
  deps: Deps,
  request: FastifyRequest,
  { id: keptSessionId, holder: { id: personId } }: Session,
  accountId: string,
): Promise<PersonOutcome> {
  const command = { type: 'EndOtherSessions', keptSessionId, at: deps.now().toISOString() } as const;
  const context = contextOf(request, accountId, { kind: 'member', id: personId });
  return valueOf(await executeOnPerson(deps, personId, [command], context));
}
