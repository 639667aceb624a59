import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { invitationPath } from '../../../api/requests/send-invitation.ts';
import { acceptInvitation, findOpenInvitation } from '../../../commands/membership/invitations.ts';
import { forgetNewcomer } from '../../../commands/person/forget-newcomer.ts';
import { hashPassword } from '../../../commands/person/passwords.ts';
import { personNameIn } from '../../../commands/person/person-name.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import { account } from '../../../domain/account/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { isClosed } from '../../../projections/queries/closed-accounts.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { personByPassword } from '../session/check-password.ts';
import { completeSignIn } from '../session/complete-sign-in.ts';
import { setFlashMessage, setPosition } from '../session/cookies.ts';
import { enterAccount } from '../session/member-session.ts';
import type { Sessions } from '../session/sessions.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { InvitationForms } from './invitation-forms.tsx';
import { LinkInput } from './link-input.ts';

type Deps = Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'openid' | 'sessionKeys'>;

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

const password = Type.String({ maxLength: 2_000 });
const Acceptance = Type.Union([
  Type.Object({ ...LinkInput.properties, as: Type.Literal('visitor') }),
  Type.Object({
    ...LinkInput.properties,
    as: Type.Literal('new'),
    name: Type.String({ maxLength: 1_000 }),
    password,
  }),
  Type.Object({
    ...LinkInput.properties,
    as: Type.Literal('known'),
    email: Type.String({ maxLength: 1_000 }),
    password,
  }),
]);
type Acceptance = Static<typeof Acceptance>;

/** The refusal of a form, for the person who filled it in. */
interface Problem {
  readonly status: number;
  readonly text: string;
}

export const showInvitationOver = (reply: FastifyReply): FastifyReply =>
  showNarrow(
    reply.code(410),
    { title: 'This invitation is over' },
    <p>
      It was accepted or withdrawn, or has expired. <a href="/console/sign-in">Sign in</a>, or ask for
      another.
    </p>,
  );

/** Accepting an invitation with its link. */
export function invitationPage(
  app: Routes,
  deps: Deps,
  { rates, links, sessions }: { readonly rates: Rates; readonly links: Links; readonly sessions: Sessions },
): void {
  const config = { isPublic: true };
  const onRequest = guardOf(rates);

  async function invitationOf(request: FastifyRequest, reply: FastifyReply, link: string) {
    const right = links.open('invitation', link);
    const found = right && (await findOpenInvitation(deps, right.invitationId));
    if (found && !(await isClosed(deps.aggregates, found.accountId))) return found;
    rates.countAddress(reply, request.ip);
    return null;
  }

  async function page(
    { reply, link, invitation }: { reply: FastifyReply; link: string; invitation: OpenInvitation },
    problem: string | null = null,
    name = '',
  ) {
    const { email, accountId, role } = invitation;
    const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
    const accountName = state.exists ? state.name : accountId;
    const { visitor } = reply.request;
    return showNarrow(
      reply,
      { title: `Join ${accountName}`, problem },
      <>
        <p>
          You are invited to work on the forms of <strong safe>{accountName}</strong>. Your role is{' '}
          <strong>{role}</strong>.
        </p>
        <InvitationForms
          path={invitationPath}
          provider={deps.openid?.label ?? null}
          {...{ link, email, name, visitor }}
        />
      </>,
    );
  }

  /** Finds or registers the person who accepts. */
  async function accepting(
    request: FastifyRequest,
    reply: FastifyReply,
    { email, accountId }: OpenInvitation,
    form: Acceptance,
  ): Promise<Result<ExistingPerson, Problem>> {
    if (form.as === 'visitor') {
      const person = request.visitor?.person;
      return person ? ok(person) : err({ status: 401, text: 'Your session has ended. Sign in below.' });
    }
    if (form.as === 'known') {
      const person = await personByPassword(deps, rates, form);
      if (person) return ok(person);
      rates.countAddress(reply, request.ip);
      return err({ status: 401, text: 'This address and this password do not belong together.' });
    }
    const name = personNameIn(form.name);
    if (name === null) return err({ status: 422, text: 'Enter your name, with at most 100 characters.' });
    const hashed = await hashPassword(form.password, [name, email]);
    if (!hashed.ok) return err({ status: 422, text: refused(hashed.error).message });
    const context = contextOf(request, accountId, { kind: 'system', id: 'sign-up' });
    const registered = await registerPerson(deps, { name, email, passwordHash: hashed.value }, context);
    if (registered.ok) return registered;
    if (registered.error.code !== 'login_taken') throw refused(registered.error);
    return err({ status: 409, text: 'A person signs in with this address already. Use the form below.' });
  }

  app.get(
    invitationPath,
    { config, schema: { querystring: LinkInput }, onRequest },
    async (request, reply) => {
      const { link } = request.query;
      const invitation = await invitationOf(request, reply, link);
      return invitation ? page({ reply, link, invitation }) : showInvitationOver(reply);
    },
  );

  app.post(invitationPath, { config, schema: { body: Acceptance }, onRequest }, async (request, reply) => {
    const { link } = request.body;
    const invitation = await invitationOf(request, reply, link);
    if (!invitation) return showInvitationOver(reply);
    const person = await accepting(request, reply, invitation, request.body);
    const given = request.body.as === 'new' ? request.body.name : '';
    if (!person.ok)
      return page({ reply: reply.code(person.error.status), link, invitation }, person.error.text, given);
    const { accountId, invitationId } = invitation;
    const { personId, secondFactor } = person.value;
    // Nothing is done in the name of a person who has proved half of who they are.
    if (secondFactor && request.body.as === 'known')
      return completeSignIn(
        deps,
        sessions,
        request,
        reply,
        { person: person.value, method: 'password' },
        { next: '/console', note: 'Welcome.', invitation: { invitationId, accountId } },
      );
    const context = contextOf(request, accountId, { kind: 'member', id: personId });
    const accepted = await acceptInvitation(deps, { invitationId, personId }, context);
    if (!accepted.ok && request.body.as === 'new') await forgetNewcomer(deps, personId, context);
    if (!accepted.ok && accepted.error.code === 'invitation_over') return showInvitationOver(reply);
    if (!accepted.ok && accepted.error.code !== 'already_member') throw refused(accepted.error);
    const position = accepted.ok ? accepted.value.position : null;
    if (position !== null) setPosition(request, reply, position);
    const note = accepted.ok ? 'Welcome.' : 'You are a member of this account already.';
    if (request.body.as !== 'visitor') {
      const proved = { person: person.value, method: 'password', accountId } as const;
      return completeSignIn(deps, sessions, request, reply, proved, { next: '/console', note });
    }
    valueOf(await enterAccount(deps, sessions, request, reply, accountId));
    setFlashMessage(request, reply, note);
    return reply.redirect('/console', 303);
  });
}
