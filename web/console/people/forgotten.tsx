import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { personWithEmail } from '../../../commands/person/find-person.ts';
import { emailIn, loginHash } from '../../../commands/person/login-name.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow, TextInput } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { forgottenPath } from '../session/sign-in-page.tsx';
import { mailPasswordLink } from './send-links.ts';

/** Asking for a link to choose another password. The answer is the same for every address. */
export function forgottenPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'logger' | 'mailer' | 'publicUrl'>,
  rates: Rates,
  links: Links,
): void {
  const config = { isPublic: true };

  const form = (reply: FastifyReply, email = '', problem: string | null = null) =>
    showNarrow(
      reply,
      { title: 'Forgotten your password?', problem },
      <>
        <p>Enter your address. If you sign in with it, a link to choose another password comes by mail.</p>
        <form method="post" action={forgottenPath}>
          <TextInput
            label="E-mail"
            name="email"
            value={email}
            type="email"
            autocomplete="username"
            maxlength="254"
          />
          <button type="submit">Send the link</button>
        </form>
        <p>
          <a href="/console/sign-in">Back to the sign-in</a>
        </p>
      </>,
    );

  app.get(forgottenPath, { config }, async (_, reply) => {
    if (deps.mailer) return form(reply);
    return showNarrow(
      reply,
      { title: 'Forgotten your password?' },
      <p>
        This service sends no mail. Ask its operator for a link to choose another password, then open the link
        here.
      </p>,
    );
  });

  app.post(
    forgottenPath,
    {
      config,
      schema: { body: Type.Object({ email: Type.String({ maxLength: 1_000 }) }) },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      const { email: given } = request.body;
      // Counted whether or not there is a person: it is a question about an address.
      rates.countAddress(reply, request.ip);
      const email = emailIn(given);
      if (email === null) return form(reply.code(422), given, 'This is not an e-mail address.');
      const person = await personWithEmail(deps, email);
      const mayMail = await rates.mayMail(await loginHash(email));
      if (person && mayMail) await mailPasswordLink(deps, links, request, person);
      return showNarrow(
        reply,
        { title: 'Look into your mail' },
        <p>
          If <strong safe>{email}</strong> signs in here, a link to choose another password is on its way. It
          works once, within an hour.
        </p>,
      );
    },
  );
}
