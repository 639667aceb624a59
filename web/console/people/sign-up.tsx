import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { personWithEmail } from '../../../commands/person/find-person.ts';
import { emailIn, loginHash } from '../../../commands/person/login-name.ts';
import { signUpRightOf } from '../../../commands/person/sign-up.ts';
import type { SignUpMode } from '../../../commands/person/sign-up-modes.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow, TextInput } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { signUpPath } from '../session/sign-in-page.tsx';
import { answerSignUp } from './send-sign-up.ts';

const title = 'Open an account';

/** The page of a service on which strangers open no account without an invitation. */
export const showClosed = (reply: FastifyReply, mode: SignUpMode): FastifyReply =>
  showNarrow(
    reply.code(404),
    { title },
    <>
      <p>
        {mode === 'invitation'
          ? 'On this service, people open accounts with a link that the operator sends them. Ask the operator for an invitation.'
          : 'On this service, the operator opens accounts. Ask the operator for one.'}
      </p>
      <p>
        <a href="/console/sign-in">Sign in</a>
      </p>
    </>,
  );

/** Asking for a link to open an account. The answer is the same for every address, and takes as long. */
export function signUpPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'logger' | 'mailer' | 'publicUrl' | 'signUp'>,
  rates: Rates,
  links: Links,
): void {
  const config = { isPublic: true };
  const { mode } = deps.signUp;
  const isClosed = mode !== 'open';

  const form = (reply: FastifyReply, email = '', problem: string | null = null) =>
    showNarrow(
      reply,
      { title, problem },
      <>
        <p>Enter your address. A link to open an account comes by mail.</p>
        <form method="post" action={signUpPath}>
          <TextInput
            label="E-mail"
            name="email"
            value={email}
            type="email"
            autocomplete="email"
            maxlength="254"
          />
          <button type="submit">Send the link</button>
        </form>
        <p class="quiet">
          You have an account? <a href="/console/sign-in">Sign in</a>
        </p>
      </>,
    );

  app.get(signUpPath, { config }, async (_, reply) => (isClosed ? showClosed(reply, mode) : form(reply)));

  app.post(
    signUpPath,
    {
      config,
      schema: { body: Type.Object({ email: Type.String({ maxLength: 1_000 }) }) },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      if (isClosed) return showClosed(reply, mode);
      const { email: given } = request.body;
      const email = emailIn(given);
      if (email === null) return form(reply.code(422), given, 'This is not an e-mail address.');
      rates.countSignUp(request.ip, 'link');
      const person = await personWithEmail(deps, email);
      const right = await signUpRightOf(deps, email);
      if (await rates.mayMail(await loginHash(email)))
        await answerSignUp(deps, links, request, right, person);
      return showNarrow(
        reply,
        { title: 'Look into your mail' },
        <p>
          A mail to <strong safe>{email}</strong> is on its way. Its link opens an account, once, within a
          day.
        </p>,
      );
    },
  );
}
