import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { openKeyring, planOf } from '../../../api/auth/authentication.ts';
import { operatorOf } from '../../../api/auth/operators.ts';
import { openTickets, type Ticket } from '../../../api/auth/tickets.ts';
import { catalogue } from '../../../api/contract/error-catalogue.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { type Credentials, personByPassword } from './check-password.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { clearSession, clearUnlinkedIdentity, takeFlashMessage } from './cookies.ts';
import { endAnySession } from './end-session.ts';
import { Next, pageOf } from './next-page.ts';
import { replaceSession } from './replace-session.ts';
import type { Sessions, Subject } from './sessions.ts';
import { guardOf } from './sign-in-guard.ts';
import { SignIn, type SignInProps } from './sign-in-page.tsx';
import { visitorIn } from './visitor.ts';

/** A browser that follows a link of another site sends no strict cookie; from this page, it does. */
const RedirectPage = ({ url }: { readonly url: string }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Formlog</title>
      <meta http-equiv="refresh" content={`0;url=${url}`} />
    </head>
    <body>
      <a href={url}>Continue</a>
    </body>
  </html>
);

/** Sends a visitor without a session to the sign-in, and back afterwards. */
export function redirectToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site' && request.method === 'GET';
  const next = pageOf(request.url);
  if (isCrossSite)
    return sendHtml(reply.code(200).header('cache-control', 'no-store'), <RedirectPage url={next} />);
  const url = `/console/sign-in?next=${encodeURIComponent(next)}`;
  if (request.headers['hx-request'] === 'true') return reply.code(401).header('hx-redirect', url).send();
  return reply.redirect(url, 303);
}

/** Signing in, by password, token, key or ticket, and signing out. */
export function signInRoutes(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'now' | 'openid' | 'operatorTokens' | 'plans' | 'sessionKeys' | 'signUp' | 'spentTokens'
  >,
  rates: Rates,
  sessions: Sessions,
): void {
  const findKey = openKeyring(deps, rates);
  const tickets = openTickets(deps.sessionKeys, deps.now);
  const open = { config: { isPublic: true } };

  async function signIn(request: FastifyRequest, reply: FastifyReply, holder: Subject, next: string) {
    await replaceSession(deps, sessions, request, reply, { session: sessions.newSession(holder) });
    return reply.redirect(next, 303);
  }

  const page = (reply: FastifyReply, props: SignInProps) =>
    sendHtml(
      reply.header('cache-control', 'no-store'),
      <SignIn
        {...props}
        note={takeFlashMessage(reply.request, reply)}
        isSignUpOpen={deps.signUp.mode === 'open'}
        provider={deps.openid?.label ?? null}
      />,
    );
  const refuse = (reply: FastifyReply, status: number, text: string, next: string) =>
    page(reply.code(status), { next, problem: { of: 'secret', text } });

  /** The operator or the person of a ticket; null once there is none. */
  async function holderOf({ holder: { kind, id } }: Ticket) {
    if (kind === 'person') return personWithId(deps, id);
    const operator = deps.operatorTokens.find((each) => each.id === id);
    return operator ? { id, sha256: operator.sha256 } : null;
  }

  async function signInWithPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { email, password }: Credentials,
    next: string,
  ) {
    const person = await personByPassword(deps, rates, { email, password });
    if (!person) {
      rates.countAddress(reply, request.ip);
      const text = 'This address and this password do not belong together.';
      return page(reply.code(401), { next, email, problem: { of: 'person', text } });
    }
    return completeSignIn(deps, sessions, request, reply, { person, method: 'password' }, { next });
  }

  app.get(
    '/console/sign-in',
    { ...open, schema: { querystring: Type.Object({ ticket: Type.Optional(Type.String()), next: Next }) } },
    async (request, reply) => {
      const next = pageOf(request.query.next);
      if (request.query.ticket === undefined) {
        if (request.visitor) return reply.redirect(next, 303);
        return page(reply, { next });
      }
      rates.refuseBlocked(reply, request.ip);
      const ticket = tickets.open(request.query.ticket);
      const isFirst = ticket !== null && (await deps.spentTokens.spend(ticket.id, new Date(ticket.until)));
      const holder = isFirst ? await holderOf(ticket) : null;
      if (!holder) {
        rates.countAddress(reply, request.ip);
        return refuse(reply, 401, 'This link was used before, or is too old. Print another one.', next);
      }
      if ('sha256' in holder) return signIn(request, reply, { kind: 'operator', ...holder }, next);
      return completeSignIn(deps, sessions, request, reply, { person: holder, method: 'ticket' }, { next });
    },
  );

  app.post(
    '/console/sign-in',
    {
      ...open,
      schema: {
        body: Type.Union([
          Type.Object({ secret: Type.String({ maxLength: 1_000 }), next: Next }),
          Type.Object({
            email: Type.String({ maxLength: 1_000 }),
            password: Type.String({ maxLength: 2_000 }),
            next: Next,
          }),
        ]),
      },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      const next = pageOf(request.body.next);
      if ('email' in request.body) return signInWithPassword(request, reply, request.body, next);
      const { secret } = request.body;
      const operator = operatorOf(deps, secret);
      if (operator)
        return signIn(request, reply, { kind: 'operator', id: operator.id, sha256: operator.sha256 }, next);
      const key = await findKey(secret === '' ? null : secret, request.ip);
      if (typeof key === 'string') {
        rates.countAddress(reply, request.ip);
        const problem =
          key === 'revoked_key' || key === 'expired_key'
            ? catalogue[key][1]
            : 'This is neither a token nor an API key of this service. Check that you copied all of it.';
        return refuse(reply, 401, problem, next);
      }
      if (!(await planOf(deps, key.accountId)).api)
        return refuse(reply, 403, catalogue.plan_required[1], next);
      return signIn(request, reply, { kind: 'key', id: key.keyId }, next);
    },
  );

  app.post('/console/sign-out', { config: { allowsAnyRole: true } }, async (request, reply) => {
    const { session } = visitorIn(request);
    await endAnySession(deps, sessions, request, session);
    clearUnlinkedIdentity(request, reply);
    return clearSession(request, reply).redirect('/console/sign-in', 303);
  });
}
