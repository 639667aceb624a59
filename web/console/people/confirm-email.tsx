import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../../../api/auth/links.ts';
import { refused } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { changeEmail } from '../../../commands/person/change-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { setFlashMessage } from '../session/cookies.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { LinkInput } from './link-input.ts';

export const confirmEmailPath = '/console/sign-in/email';

/** Confirming another address with a link that was mailed there. Programs open links, so that a button confirms. */
export function confirmEmailPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'now'>,
  rates: Rates,
  links: Links,
): void {
  const config = { isPublic: true };

  async function changeOf(request: FastifyRequest, reply: FastifyReply, link: string) {
    const right = links.open('email', link);
    const person = right && (await personWithId(deps, right.personId));
    // Another password may mean that somebody else had the former, and asked for this change.
    const isPresent = person?.passwordVersion === right?.version && person?.email === right?.address;
    if (person && isPresent) return { person, email: right.email };
    rates.countAddress(reply, request.ip);
    return null;
  }

  const tooOld = (reply: FastifyReply) =>
    showNarrow(
      reply.code(410),
      { title: 'This link is over' },
      <p>It is too old, or your password was changed since. Ask for another on the page about you.</p>,
    );

  app.get(
    confirmEmailPath,
    {
      config,
      schema: { querystring: LinkInput },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      const { link } = request.query;
      const change = await changeOf(request, reply, link);
      if (!change) return tooOld(reply);
      return showNarrow(
        reply,
        { title: 'Confirm your address' },
        <form method="post" action={confirmEmailPath}>
          <input type="hidden" name="link" value={link} />
          <p>
            From now on you sign in with <strong safe>{change.email}</strong>.
          </p>
          <button type="submit">Confirm the address</button>
        </form>,
      );
    },
  );

  app.post(
    confirmEmailPath,
    {
      config,
      schema: { body: LinkInput },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      const change = await changeOf(request, reply, request.body.link);
      if (!change) return tooOld(reply);
      const { person, email } = change;
      // The address may be mistyped, and another person's: only the person who asked for it may confirm it.
      const { visitor } = request;
      if (visitor?.person?.personId !== person.personId)
        return showNarrow(
          reply.code(403),
          { title: 'Sign in first' },
          <p>
            <a href="/console/sign-in">Sign in</a> with your present address in this browser, then open the
            link in your mail again.
          </p>,
        );
      const context = contextOf(request, '', { kind: 'member', id: person.personId });
      const changed = await changeEmail(deps, person, { email, keptSessionId: visitor.session.id }, context);
      if (!changed.ok && changed.error.code === 'login_taken')
        return showNarrow(
          reply.code(409),
          { title: 'This address is taken' },
          <p>Another person signs in with it.</p>,
        );
      if (!changed.ok) throw refused(changed.error);
      setFlashMessage(request, reply, 'Your address is confirmed. Sign in with it from now on.');
      return reply.redirect('/console/you', 303);
    },
  );
}
