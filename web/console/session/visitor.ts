import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { planOf, usableKey } from '../../../api/auth/authentication.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import type { WebDeps } from '../../web-deps.ts';
import { readSession } from './cookies.ts';
import { refuseOtherOrigins, sentFormToken } from './same-origin.ts';
import type { Session, Sessions } from './sessions.ts';

/** The person at a page of the console. */
export interface Visitor {
  readonly session: Session;
  /** For forms and htmx. */
  readonly formToken: string;
  readonly name: string;
  readonly role: string;
  /** The account that a key belongs to; null for operators, who see all accounts. */
  readonly accountId: string | null;
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
    /** The scope that a session of a key needs for a page. */
    scope?: Scope;
    /** Whether a page is for operators alone. */
    operatorsOnly?: boolean;
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
      operator: { id, role },
      caller: null,
      hasScope,
      canRead,
    };
  }
  const key = await usableKey(deps, holder.id);
  if (typeof key === 'string' || !(await planOf(deps, key.accountId)).api) return null;
  const { accountId, keyId, scopes } = key;
  const hasScope = (scope: Scope | null) => scope !== null && scopes.includes(scope);
  return {
    ...shared,
    name: keyId,
    role: 'API key',
    accountId,
    operator: null,
    caller: { accountId, keyId, scopes },
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
    else await rates.countKey(reply, `console-${visitor.name}`, keyRate);
    if (config.allowsAnyRole !== true) refuseForbidden(request, visitor, config);
  });

  app.addHook('preHandler', async (request: FastifyRequest) => {
    if (safeMethods.includes(request.method)) return;
    const session = request.visitor?.session;
    if (session && !sessions.isFormToken(session, sentFormToken(request)))
      throw new ApiError('insufficient_scope', {
        message:
          'The page was open too long, or was not made by this console. Load it again, then try again.',
      });
  });
}

/** @throws ApiError `insufficient_scope`, as the API would to the same token or key */
function refuseForbidden(
  { method }: FastifyRequest,
  { operator, hasScope }: Visitor,
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
  else if (scope !== undefined && !hasScope(scope)) refuse(`Your API key lacks the scope ${scope}.`);
}

/** The visitor of a page that needs a session. */
export function visitorIn({ visitor }: FastifyRequest): Visitor {
  if (!visitor) throw new Error('a page that asks for its visitor needs no session');
  return visitor;
}
