import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { planOf, usableKey } from '../../../api/auth/authentication.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import type { WebDeps } from '../../web-deps.ts';
import { readSession } from './cookies.ts';
import { callerOfMember, memberOf, type SignedInMember } from './member-session.ts';
import { refuseOtherOrigins, sentFormToken } from './same-origin.ts';
import type { Session, Sessions } from './sessions.ts';

/** The person at a page of the console. */
export interface Visitor {
  readonly session: Session;
  /** For forms and htmx. */
  readonly formToken: string;
  readonly name: string;
  readonly role: string;
  /** The account of a key or a member; null for operators, who see all accounts. */
  readonly accountId: string | null;
  /** The person of a member's session; null for keys and operators. */
  readonly person: ExistingPerson | null;
  /** The identities that the API knows; one of them is null. */
  readonly operator: FastifyRequest['operator'];
  readonly caller: FastifyRequest['caller'];
  /** Whether something is permitted: changes to operators, and to keys whatever their scopes include. */
  hasScope(scope: Scope | null): boolean;
  /** Whether something may be seen: operators of every role see all, keys see the subjects of their scopes. */
  canRead(scope: Scope): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
  interface FastifyContextConfig {
    /** The scope that a session of a key or a member needs for a page. */
    scope?: Scope;
    /** Whether a page is for operators alone. */
    operatorsOnly?: boolean;
    /** Whether a change is one of the person who has signed in: keys and operators are no people. */
    membersOnly?: boolean;
    /** Whether a page needs no session. */
    isPublic?: boolean;
    /** Whether every visitor may make a change, whatever the role. */
    allowsAnyRole?: boolean;
  }
}

/** Above the needs of a person with several open pages. */
const keyRate = { requests: 600, window_s: 60 };
const safeMethods = ['GET', 'HEAD'];

/** Finds the visitor of a session; null once the token or key that opened it is no longer valid. */
async function visitorOf(
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'operatorTokens' | 'plans'>,
  sessions: Sessions,
  session: Session,
): Promise<Visitor | null> {
  const { holder } = session;
  const shared = { session, formToken: sessions.formTokenOf(session) };
  if (holder.kind === 'operator') {
    const operator = deps.operatorTokens.find(
      ({ id, sha256 }) => id === holder.id && sha256 === holder.sha256,
    );
    if (!operator) return null;
    const { id, role } = operator;
    const hasScope = () => role === 'operator';
    const canRead = () => true;
    return {
      ...shared,
      name: id,
      role,
      accountId: null,
      person: null,
      operator: { id, role },
      caller: null,
      hasScope,
      canRead,
    };
  }
  if (holder.kind === 'member') {
    const member = await memberOf(deps, { ...session, holder });
    return member && { ...shared, ...memberVisitor(member) };
  }
  const key = await usableKey(deps, holder.id);
  if (typeof key === 'string' || !(await planOf(deps, key.accountId)).api) return null;
  const { accountId, keyId: id, name, scopes } = key;
  const hasScope = (scope: Scope | null) => scope !== null && scopes.includes(scope);
  return {
    ...shared,
    name,
    role: 'API key',
    accountId,
    person: null,
    operator: null,
    caller: { accountId, actor: { kind: 'key', id }, scopes },
    hasScope,
    canRead: hasScope,
  };
}

const roleNames: Readonly<Record<Role, string>> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' };

/** A member may see and do what the holder of a key with the scopes of the role may. */
function memberVisitor(member: SignedInMember): Omit<Visitor, 'session' | 'formToken'> {
  const { person, accountId, role } = member;
  const caller = callerOfMember(member);
  const hasScope = (scope: Scope | null) => scope !== null && caller.scopes.includes(scope);
  return {
    name: person.name,
    role: roleNames[role],
    accountId,
    person,
    operator: null,
    caller,
    hasScope,
    canRead: hasScope,
  };
}

/** Lets the visitor in, as the API would let in the holder of the same token or key. */
export function admitVisitors(
  app: FastifyInstance,
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'operatorTokens' | 'plans' | 'publicUrl'>,
  rates: Rates,
  sessions: Sessions,
): void {
  app.decorateRequest('visitor', null);

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { config } = request.routeOptions;
    if (!safeMethods.includes(request.method)) refuseOtherOrigins(deps, request);
    const session = await sessions.of(readSession(request));
    const visitor = session && (await visitorOf(deps, sessions, session));
    request.visitor = visitor;
    if (config.isPublic === true) return;
    if (!visitor) throw new ApiError('missing_key', { message: 'Sign in to see this page.' });
    const { operator, caller } = visitor;
    Object.assign(request, { operator, caller });
    if (operator) await rates.countOperator(reply, operator.id);
    else if (caller) await rates.countKey(reply, `console-${caller.actor.id}`, keyRate);
    if (config.membersOnly === true) refuseWithoutPerson(visitor);
    else if (config.allowsAnyRole !== true) refuseForbidden(request, visitor, config);
  });

  app.addHook('preHandler', async (request: FastifyRequest) => {
    // From a link in a mail, the browser sends no cookie: the first page of a visitor cannot know the session.
    if (safeMethods.includes(request.method) || request.routeOptions.config.isPublic === true) return;
    const session = request.visitor?.session;
    if (session && !sessions.isFormToken(session, sentFormToken(request)))
      throw new ApiError('insufficient_scope', {
        message:
          'The page was open too long, or was not made by this console. Load it again, then try again.',
      });
  });
}

/** @throws ApiError `insufficient_scope` for a key and an operator */
function refuseWithoutPerson({ person }: Visitor): void {
  if (!person) throw new ApiError('insufficient_scope', { message: 'Sign in with your address to do this.' });
}

/** @throws ApiError `insufficient_scope`, as the API would to the same token or key */
function refuseForbidden(
  { method }: FastifyRequest,
  { operator, person, hasScope }: Visitor,
  { scope, operatorsOnly = false, mayWrite: writerRoles = ['operator'] }: FastifyContextConfig,
): void {
  const isSafe = safeMethods.includes(method);
  const refuse = (message: string): never => {
    throw new ApiError('insufficient_scope', { message });
  };
  if (operator) {
    if (!isSafe && !writerRoles.includes(operator.role))
      refuse(`This requires the role ${writerRoles.join(' or ')}.`);
  } else if (operatorsOnly || (scope === undefined && !isSafe)) refuse('This is for operators.');
  else if (scope !== undefined && !hasScope(scope))
    refuse(person ? 'Your role does not permit this.' : `Your API key lacks the scope ${scope}.`);
}

/** The visitor of a page that needs a session. */
export function visitorIn({ visitor }: FastifyRequest): Visitor {
  if (!visitor) throw new Error('a page that asks for its visitor needs no session');
  return visitor;
}

/** The person of a page that is for people alone. */
export function personIn(request: FastifyRequest): ExistingPerson {
  const { person } = visitorIn(request);
  if (!person) throw new Error('a page that asks for its person is for members alone');
  return person;
}
