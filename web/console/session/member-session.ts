import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../api/errors/errors.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { roleIn } from '../../../commands/membership/read-members.ts';
import { beginSession, continueSession } from '../../../commands/person/begin-session.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { finishSignUp } from '../../../commands/person/sign-up.ts';
import type { Refusal } from '../../../commands/refusal.ts';
import type { SignInMethod } from '../../../domain/membership/events.ts';
import { type Role, scopesOf } from '../../../domain/membership/roles.ts';
import type { PersonCommand } from '../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { isClosed } from '../../../projections/queries/closed-accounts.ts';
import type { WebDeps } from '../../web-deps.ts';
import { setSession } from './cookies.ts';
import { deviceOf } from './device.ts';
import { replaceSession } from './replace-session.ts';
import type { Session, Sessions, Subject } from './sessions.ts';

/** The end of a session, the removal of a member and a change of role take effect in every process within this time, in ms. */
const maxAgeMs = 1_000;

type Deps = Pick<WebDeps, 'aggregates' | 'now'>;

/** A member with an open session. */
export interface SignedInMember {
  readonly person: ExistingPerson;
  readonly accountId: string;
  readonly role: Role;
}

/** Finds the member of a session; null once the session has ended, the person is no member of the account, or it is closed. */
export async function memberOf(
  deps: Deps,
  { id, holder }: Session & { readonly holder: Extract<Subject, { kind: 'member' }> },
): Promise<SignedInMember | null> {
  const { accountId, id: personId } = holder;
  const [person, role] = await Promise.all([
    personWithId(deps, personId, maxAgeMs),
    openRoleIn(deps, accountId, personId),
  ]);
  const session = person?.sessions.get(id);
  return person && session && !session.notFor.has(accountId) && role !== null
    ? { person, accountId, role }
    : null;
}

/** The role of a person in an account; null also once the account is closed. */
async function openRoleIn(deps: Deps, accountId: string, personId: string): Promise<Role | null> {
  if (await isClosed(deps.aggregates, accountId)) return null;
  return roleIn(deps, accountId, personId, maxAgeMs);
}

export const callerOfMember = ({ person, accountId, role }: SignedInMember) => ({
  accountId,
  actor: { kind: 'member', id: person.personId } as const,
  scopes: scopesOf[role],
});

/** Returns the accounts that a person may enter, with the role in each. */
export async function accountsOf(
  deps: Deps,
  { personId, accountIds }: ExistingPerson,
): Promise<readonly { readonly accountId: string; readonly role: Role }[]> {
  const found = await Promise.all(
    [...accountIds].map(async (accountId) => {
      const role = await openRoleIn(deps, accountId, personId);
      return role === null ? [] : [{ accountId, role }];
    }),
  );
  return found.flat();
}

/** A person who has proved who they are. */
export interface ProvedPerson {
  readonly person: ExistingPerson;
  readonly method: SignInMethod;
  /** The account that is entered; the first of the person if absent. */
  readonly accountId?: string;
  /** The use of a second factor, which can be refused. */
  readonly proof?: readonly PersonCommand[];
  /** Whether the use of a second factor was recorded before. */
  readonly isFactorUsed?: boolean;
  /** The session that the browser has, if its request comes from another site and so lacks the cookie. */
  readonly formerSession?: Session | null;
}

/**
 * Begins a session, with its cookie, of a person who has proved who they are, with a second factor where there is one. The session that the
 * browser had ends.
 * @returns `stale` if the proof was used before or lacks the second factor that the person has, or the password was changed meanwhile
 * @throws ApiError `insufficient_scope` for a person who is a member of no account, `conflict` if the account of a sign-up lacks its plan
 */
export async function trySignInMember(
  deps: Deps,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, method, accountId, proof = [], isFactorUsed = false, formerSession = null }: ProvedPerson,
): Promise<Result<null, Refusal>> {
  const hasPlan = await finishSignUp(
    deps,
    person,
    request.server.signUpPlan,
    contextOf(request, '', { kind: 'member', id: person.personId }),
  );
  const entered = accountId ?? (await accountsOf(deps, person))[0]?.accountId;
  if (entered === undefined) throw hasPlan ? inNoAccount() : withoutPlan();
  const { personId } = person;
  const session = sessions.newSession({ kind: 'member', id: personId, accountId: entered });
  const context = contextOf(request, entered, { kind: 'member', id: personId });
  const { id: sessionId, until } = session;
  const device = deviceOf(request);
  const begun = await beginSession(
    deps,
    person,
    { sessionId, method, device, until, proof, isFactorUsed },
    context,
  );
  if (!begun.ok) return begun;
  await replaceSession(deps, sessions, request, reply, { session, formerSession });
  return ok(null);
}

const inNoAccount = () =>
  new ApiError('insufficient_scope', {
    message: 'You are not a member of any account. Ask an owner of the account to invite you again.',
  });

const withoutPlan = () =>
  new ApiError('conflict', {
    message:
      'Your account cannot be opened: its plan does not exist any more. Ask the operator of this service.',
  });

/**
 * Has the session of a person go on in an account that they may enter, with another cookie. It lasts no longer for that, and the person
 * has proved nothing again.
 * @returns `stale` if the session has ended
 */
export async function enterAccount(
  deps: Deps,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<Result<null, Refusal>> {
  const { person = null, session: present } = request.visitor ?? {};
  if (!person || !present) throw new Error('only a person who has signed in enters another account');
  const { personId } = person;
  const session = sessions.continued({ kind: 'member', id: personId, accountId }, present);
  const context = contextOf(request, accountId, { kind: 'member', id: personId });
  const ids = { sessionId: session.id, from: present.id };
  const entered = await continueSession(deps, person, ids, context);
  if (!entered.ok) return entered;
  setSession(request, reply, sessions.cookieOf(session));
  return ok(null);
}
