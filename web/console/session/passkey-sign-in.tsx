import Type from 'typebox';
import type { Rates } from '../../../api/limits/rates.ts';
import { Assertion, responseIn } from '../../../commands/person/passkey-responses.ts';
import { personByPasskey, signInOptions } from '../../../commands/person/passkeys.ts';
import { sendHtml } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { trySignInMember } from './member-session.ts';
import { Next, pageOf } from './next-page.ts';
import { openPasskeyChallenges, siteOf } from './passkey-challenges.ts';
import { passkeySignInPath } from './passkey-form.tsx';
import type { Sessions } from './sessions.ts';
import { guardOf } from './sign-in-guard.ts';
import { SignIn } from './sign-in-page.tsx';

const refusal = 'This passkey does not sign in here, or it took too long. Try again, or use your password.';

/** Signing in with a passkey, which proves both factors. */
export function passkeySignIn(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'now' | 'publicUrl' | 'sessionKeys' | 'openid' | 'signUp' | 'spentTokens'
  >,
  { rates, sessions }: { readonly rates: Rates; readonly sessions: Sessions },
): void {
  const config = { isPublic: true };
  const onRequest = guardOf(rates);
  const challenges = openPasskeyChallenges(deps);

  app.post(`${passkeySignInPath}/options`, { config, onRequest }, async (request, reply) => {
    const options = await signInOptions(siteOf(deps, request));
    challenges.keep(request, reply, options.challenge, { kind: 'sign-in' });
    return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(options));
  });

  app.post(
    passkeySignInPath,
    {
      config,
      schema: { body: Type.Object({ credential: Type.String({ maxLength: 30_000 }), next: Next }) },
      onRequest,
    },
    async (request, reply) => {
      const next = pageOf(request.body.next);
      const challenge = await challenges.take(request, reply, { kind: 'sign-in' });
      const response = responseIn(Assertion, request.body.credential);
      const found =
        challenge !== null && response !== null
          ? await personByPasskey(deps, { response, challenge, site: siteOf(deps, request) })
          : null;
      const begun =
        found && (await trySignInMember(deps, sessions, request, reply, { ...found, method: 'passkey' }));
      if (begun?.ok) return reply.redirect(next, 303);
      rates.countAddress(reply, request.ip);
      const problem = { of: 'passkey', text: refusal } as const;
      return sendHtml(
        reply.code(401).header('cache-control', 'no-store'),
        <SignIn
          next={next}
          problem={problem}
          note={null}
          isSignUpOpen={deps.signUp.mode === 'open'}
          provider={deps.openid?.label ?? null}
        />,
      );
    },
  );
}
