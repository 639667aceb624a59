import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import { refused } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { setPassword } from '../../../commands/person/change-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { passwordLength } from '../../../commands/person/passwords.ts';
import type { WebDeps } from '../../web-deps.ts';
import { PasswordInput, showNarrow } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { completeSignIn } from '../session/complete-sign-in.ts';
import type { Sessions } from '../session/sessions.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { forgottenPath } from '../session/sign-in-page.tsx';
import { LinkInput } from './link-input.ts';

export const choosePasswordPath = '/console/sign-in/password';

export const passwordHelp = `At least ${passwordLength.min} characters. Several words are easy to remember and hard to guess.`;

/** Choosing another password with a link, once. It signs the person in, after the second factor: guesses of others may have used up the limit. */
export function choosePasswordPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'sessionKeys'>,
  { rates, links, sessions }: { readonly rates: Rates; readonly links: Links; readonly sessions: Sessions },
): void {
  const config = { isPublic: true };
  const onRequest = guardOf(rates);

  async function personOf(request: FastifyRequest, reply: FastifyReply, link: string) {
    const right = links.open('password', link);
    const person = right && (await personWithId(deps, right.personId));
    const isPresent = person?.passwordVersion === right?.version && person?.email === right?.address;
    if (person && isPresent) return person;
    rates.countAddress(reply, request.ip);
    return null;
  }

  const tooOld = (reply: FastifyReply) =>
    showNarrow(
      reply.code(410),
      { title: 'This link is over' },
      <p>
        It was used before, or is too old. <a href={forgottenPath}>Ask for another</a>.
      </p>,
    );

  const form = (reply: FastifyReply, link: string, problem: string | null = null) =>
    showNarrow(
      reply,
      { title: 'Choose a password', problem },
      <form method="post" action={choosePasswordPath}>
        <input type="hidden" name="link" value={link} />
        <PasswordInput label="New password" name="password" autocomplete="new-password" help={passwordHelp} />
        <button type="submit">Set the password</button>
      </form>,
    );

  app.get(
    choosePasswordPath,
    { config, schema: { querystring: LinkInput }, onRequest },
    async (request, reply) => {
      const { link } = request.query;
      return (await personOf(request, reply, link)) ? form(reply, link) : tooOld(reply);
    },
  );

  const body = Type.Object({ ...LinkInput.properties, password: Type.String({ maxLength: 2_000 }) });
  app.post(choosePasswordPath, { config, schema: { body }, onRequest }, async (request, reply) => {
    const { link, password } = request.body;
    const person = await personOf(request, reply, link);
    if (!person) return tooOld(reply);
    const context = contextOf(request, '', { kind: 'member', id: person.personId });
    const set = await setPassword(deps, person, { password, keptSessionId: null }, context);
    if (!set.ok && set.error.code === 'invalid_request')
      return form(reply.code(422), link, set.error.message);
    if (!set.ok && set.error.code === 'stale') return tooOld(reply);
    if (!set.ok) throw refused(set.error);
    const proved = { person: set.value.person, method: 'password' } as const;
    return completeSignIn(deps, sessions, request, reply, proved, {
      next: '/console',
      note: 'Your password is set, and your other sessions have ended.',
    });
  });
}
