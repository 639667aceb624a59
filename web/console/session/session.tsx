import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { show } from '../shell.tsx';
import { setSession } from './cookies.ts';
import { endOtherMemberSessions } from './end-session.ts';
import type { Sessions } from './sessions.ts';
import { visitorIn } from './visitor.ts';

const path = '/console/session';
const endOtherSessions = '/console/sign-out-others';

/** The visitor's session, and the end of all others. */
export function sessionPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'now'>,
  sessions: Sessions,
): void {
  app.get(path, async (request, reply) => {
    const { name, role, session, person } = visitorIn(request);
    if (person) return reply.redirect('/console/you', 303);
    return show(
      reply,
      { title: 'Your session' },
      <section>
        <p>
          You are signed in as <strong safe>{name}</strong> (<span safe>{role}</span>) until{' '}
          <Time at={session.until} />.
        </p>
        <p>If you forgot to sign out somewhere, or suspect that someone else is signed in as you:</p>
        <PostButton request={request} action={endOtherSessions} label="End all other sessions" />
      </section>,
    );
  });

  app.post(endOtherSessions, { config: { allowsAnyRole: true } }, async (request, reply) => {
    const { session, person, accountId } = visitorIn(request);
    const note = 'All other sessions have ended.';
    if (person) {
      // The stream of the person has the sessions: the present one goes on.
      const ended = await endOtherMemberSessions(deps, request, session, accountId ?? '');
      return redirectAfterWrite(reply, ended, { to: '/console/you', note });
    }
    setSession(request, reply, await sessions.endOthers(session));
    return redirectAfterWrite(reply, { position: null }, { to: path, note });
  });
}
