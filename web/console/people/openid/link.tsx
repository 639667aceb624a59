import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refused } from '../../../../api/errors/errors.ts';
import type { Rates } from '../../../../api/limits/rates.ts';
import { linkIdentity, unlinkIdentity } from '../../../../commands/person/link-identity.ts';
import type { ExistingPerson } from '../../../../domain/person/state.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { PasswordInput } from '../../parts/narrow-page.tsx';
import type { Routes } from '../../parts/routes.ts';
import { redirectAfterWrite } from '../../read-your-writes.ts';
import { personIn, visitorIn } from '../../session/visitor.ts';
import { FormToken, show } from '../../shell.tsx';
import { contextIn, isOwnPassword } from '../own-password.ts';
import { youPath } from '../you.tsx';
import { providerOf } from './begin.ts';
import { follow } from './enter.ts';
import { keyOf } from './identities.tsx';
import { linkPath, unlinkPath } from './paths.ts';
import { openUnlinked, type Unlinked } from './unlinked-identities.ts';

type Deps = Pick<
  WebDeps,
  'aggregates' | 'logger' | 'newId' | 'now' | 'openid' | 'sessionKeys' | 'spentTokens'
>;

/** So long after a sign-in, a person links an identity without the password, in ms. */
const freshMs = 600_000;

/** A session that was left open must not be enough to add a way to sign in. */
function needsPassword({ now }: Pick<Deps, 'now'>, request: FastifyRequest): boolean {
  const { sessions, passwordHash } = personIn(request);
  const provedAt = sessions.get(visitorIn(request).session.id)?.provedAt ?? '';
  const isFresh = now().getTime() - Date.parse(provedAt) < freshMs;
  return passwordHash !== null && !isFresh;
}

/** Linking an identity that this browser has proved to the person who has signed in, and unlinking one. */
export function linkRoutes(app: Routes, deps: Deps, rates: Rates): void {
  const unlinked = openUnlinked(deps);
  const config = { membersOnly: true } as const;

  const form = (reply: FastifyReply, { name }: Unlinked, problem: string | null = null) => {
    const { request } = reply;
    const { label } = providerOf(deps);
    return show(
      reply,
      { title: 'Link your account', crumbs: [['You', youPath]] },
      <form method="post" action={linkPath} class="editor">
        <FormToken request={request} />
        {problem !== null && (
          <p class="problem" role="alert" safe>
            {problem}
          </p>
        )}
        <p>
          From now on you can sign in with <strong safe>{label}</strong>, as <strong safe>{name}</strong>.
        </p>
        {needsPassword(deps, request) && (
          <PasswordInput label="Your password" name="password" autocomplete="current-password" />
        )}
        <div class="buttons">
          <button type="submit">Link the account</button>
          <a href={youPath}>No, go back</a>
        </div>
      </form>,
    );
  };

  const over = (reply: FastifyReply) =>
    redirectAfterWrite(
      reply,
      { position: null },
      { to: youPath, note: 'That took too long. Begin again to link your account.' },
    );

  const unlinkedOf = (request: FastifyRequest, person: ExistingPerson | null) =>
    person && unlinked.of(request, person.personId);

  app.get(linkPath, async (request, reply) => {
    const waiting = unlinkedOf(request, visitorIn(request).person);
    return waiting ? form(reply, waiting) : over(reply);
  });

  app.post(
    linkPath,
    { config, schema: { body: Type.Object({ password: Type.Optional(Type.String({ maxLength: 2_000 })) }) } },
    async (request, reply) => {
      const provider = providerOf(deps);
      const { personId } = personIn(request);
      const waiting = unlinkedOf(request, personIn(request));
      if (!waiting) return over(reply);
      const { password = '' } = request.body;
      if (needsPassword(deps, request) && !(await isOwnPassword(request, rates, password)))
        return form(reply.code(403), waiting, 'This is not your password.');
      if (!(await unlinked.spend(request, reply, waiting))) return over(reply);
      const { identity, role } = waiting;
      const linked = await linkIdentity(deps, personId, identity, contextIn(request));
      if (!linked.ok && linked.error.code === 'login_taken') {
        const note = `Another person here signs in with this account at ${provider.label}.`;
        return redirectAfterWrite(reply, { position: null }, { to: youPath, note });
      }
      if (!linked.ok) throw refused(linked.error);
      await follow(deps, provider, request, { personId, role });
      const note = `You can sign in with ${provider.label} from now on.`;
      return redirectAfterWrite(reply, linked.value, { to: youPath, note });
    },
  );

  app.post(
    unlinkPath,
    { config, schema: { body: Type.Object({ key: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      const { personId, identities } = personIn(request);
      const identity = identities.find((each) => keyOf(each) === request.body.key);
      const refuse = (note: string) => redirectAfterWrite(reply, { position: null }, { to: youPath, note });
      if (!identity) return refuse('This account is not linked.');
      const { issuer, subject } = identity;
      const done = await unlinkIdentity(deps, personId, { issuer, subject }, contextIn(request));
      if (!done.ok && done.error.code === 'only_sign_in')
        return refuse('This is your only way to sign in. Set a password first.');
      if (!done.ok) throw refused(done.error);
      return redirectAfterWrite(reply, done.value, { to: youPath, note: 'The account is unlinked.' });
    },
  );
}
