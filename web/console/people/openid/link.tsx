import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { refused } from '../../../../api/errors/errors.ts';
import type { Rates } from '../../../../api/limits/rates.ts';
import { linkIdentity, unlinkIdentity } from '../../../../commands/person/link-identity.ts';
import type { ExistingPerson } from '../../../../domain/person/state.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { PasswordInput } from '../../parts/narrow-page.tsx';
import type { Routes } from '../../parts/routes.ts';
import { redirectAfterWrite } from '../../read-your-writes.ts';
import { hasSignedInRecently, signedInLongAgo } from '../../session/prove-person.tsx';
import { personIn, visitorIn } from '../../session/visitor.ts';
import { FormToken, show } from '../../shell.tsx';
import { faultOfFactors } from '../own-factors.ts';
import { contextIn } from '../own-password.ts';
import { youPath } from '../you.tsx';
import { providerOf } from './begin.ts';
import { follow } from './enter.ts';
import { keyOf } from './identities.tsx';
import { linkPath, unlinkPath } from './paths.ts';
import { openUnlinked, type Unlinked } from './unlinked-identities.ts';

type Deps = Pick<
  WebDeps,
  'aggregates' | 'logger' | 'newId' | 'now' | 'openid' | 'secrets' | 'sessionKeys' | 'spentTokens'
>;

/** How a person proves who they are before an identity is linked; null after a sign-in of the last ten minutes. */
type Proof = 'password' | 'password and code' | 'sign-in' | null;

/** A session that was left open must not be enough to add a way to sign in. */
function proofOf({ now }: Pick<Deps, 'now'>, request: FastifyRequest): Proof {
  const person = personIn(request);
  if (person.secondFactor) return 'password and code';
  if (hasSignedInRecently(person, visitorIn(request).session.id, now())) return null;
  return person.passwordHash === null ? 'sign-in' : 'password';
}

const Proved = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 2_000 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Linking an identity that this browser has proved to the person who has signed in, and unlinking one. */
export function linkRoutes(app: Routes, deps: Deps, rates: Rates): void {
  const unlinked = openUnlinked(deps);
  const config = { membersOnly: true } as const;

  const form = (reply: FastifyReply, { name }: Unlinked, problem: string | null = null) => {
    const { request } = reply;
    const { label } = providerOf(deps);
    const proof = proofOf(deps, request);
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
        {proof === 'sign-in' && (
          <p class="quiet">You have no password, so that this needs a sign-in within the last ten minutes.</p>
        )}
        {proof?.startsWith('password') && (
          <PasswordInput label="Your password" name="password" autocomplete="current-password" />
        )}
        {proof === 'password and code' && (
          <label>
            Code of your app, or a recovery code
            <input name="code" required autocomplete="one-time-code" maxlength="100" />
          </label>
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

  async function faultOf(
    request: FastifyRequest,
    { password = '', code = '' }: Static<typeof Proved>,
  ): Promise<string | null> {
    const proof = proofOf(deps, request);
    if (proof === null) return null;
    return proof === 'sign-in' ? signedInLongAgo : faultOfFactors(deps, rates, request, { password, code });
  }

  const unlinkedOf = (request: FastifyRequest, person: ExistingPerson | null) =>
    person && unlinked.of(request, person.personId);

  app.get(linkPath, async (request, reply) => {
    const waiting = unlinkedOf(request, visitorIn(request).person);
    return waiting ? form(reply, waiting) : over(reply);
  });

  app.post(linkPath, { config, schema: { body: Proved } }, async (request, reply) => {
    const provider = providerOf(deps);
    const { personId } = personIn(request);
    const waiting = unlinkedOf(request, personIn(request));
    if (!waiting) return over(reply);
    const fault = await faultOf(request, request.body);
    if (fault !== null) return form(reply.code(403), waiting, fault);
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
  });

  app.post(
    unlinkPath,
    { config, schema: { body: Type.Object({ key: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      const { personId, identities } = personIn(request);
      const identity = identities.find((each) => keyOf(each) === request.body.key);
      const refuse = (note: string) => redirectAfterWrite(reply, { position: null }, { to: youPath, note });
      if (!identity) return refuse('This account is not linked.');
      const { issuer, subject } = identity;
      const former = { identity: { issuer, subject }, keptSessionId: visitorIn(request).session.id };
      const done = await unlinkIdentity(deps, personId, former, contextIn(request));
      if (!done.ok && done.error.code === 'only_sign_in')
        return refuse('This is your only way to sign in. Set a password first.');
      if (!done.ok) throw refused(done.error);
      return redirectAfterWrite(reply, done.value, { to: youPath, note: 'The account is unlinked.' });
    },
  );
}
