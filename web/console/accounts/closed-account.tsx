import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Links } from '../../../api/auth/links.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { closingPath } from '../../../api/requests/closing-link.ts';
import { closingProgress } from '../../../api/responses/closings.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { clearSession, readSession } from '../session/cookies.ts';
import { endAnySession } from '../session/end-session.ts';
import { formTokenField, sentFormToken } from '../session/same-origin.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import { guardOf } from '../session/sign-in-guard.ts';
import { ClosingStatus } from './closing-status.tsx';

const endPath = `${closingPath}/end`;

type Deps = Pick<WebDeps, 'aggregates' | 'now' | 'projections' | 'queries'>;

interface Parts {
  readonly rates: Rates;
  readonly links: Links;
  readonly sessions: Sessions;
}

/** The open session of a person who is in no account any more; null for any other browser. */
async function sessionWithoutAccount(
  { aggregates }: Deps,
  sessions: Sessions,
  request: FastifyRequest,
): Promise<Session | null> {
  const session = await sessions.of(readSession(request));
  if (session?.holder.kind !== 'member') return null;
  const person = await personWithId({ aggregates }, session.holder.id, 1_000);
  return person?.sessions.has(session.id) ? session : null;
}

/** The ways on from the page: to another account, out of the session, or to the sign-in. */
const WaysOn = ({
  isSignedIn,
  session,
  sessions,
}: {
  readonly isSignedIn: boolean;
  readonly session: Session | null;
  readonly sessions: Sessions;
}) => {
  if (isSignedIn)
    return (
      <p>
        You are signed in to another of your accounts. <a href="/console">Go on there</a>
      </p>
    );
  if (!session)
    return (
      <p>
        <a href="/console/sign-in">Sign in</a>
      </p>
    );
  return (
    <>
      <p>You are not a member of any other account.</p>
      <form method="post" action={endPath}>
        <input type="hidden" name={formTokenField} value={sessions.formTokenOf(session)} />
        <button type="submit">Sign out</button>
      </form>
    </>
  );
};

/**
 * The progress of the erasure of a closed account, for the holder of a link: no member can sign in to the account any more. A person who
 * has no other account reads so here, and signs out.
 */
export function closedAccountPages(app: Routes, deps: Deps, { rates, links, sessions }: Parts): void {
  const config = { isPublic: true };
  const querystring = Type.Object({ link: Type.String({ minLength: 1, maxLength: 2_000 }) });

  app.get(
    closingPath,
    {
      config,
      schema: { querystring },
      onRequest: async (request, reply) => rates.refuseBlocked(reply, request.ip),
    },
    async (request, reply) => {
      const { link } = request.query;
      const right = links.open('closing', link);
      if (!right) {
        rates.countAddress(reply, request.ip);
        return showNarrow(
          reply.code(410),
          { title: 'This link no longer works' },
          <p>It shows the progress for 90 days. After that, the account has long been erased.</p>,
        );
      }
      const { accountId } = right;
      const progress = await closingProgress(deps, accountId);
      const { visitor } = request;
      const isSignedIn = visitor !== null && visitor.accountId !== accountId;
      const session = isSignedIn ? null : await sessionWithoutAccount(deps, sessions, request);
      const url = `${closingPath}?link=${encodeURIComponent(link)}`;
      return showNarrow(
        reply,
        { title: 'A closed account', scripts: ['console.js'] },
        <>
          {progress ? (
            <ClosingStatus closing={progress} isForOperators={false} url={url} />
          ) : (
            <p>The account is closed. Load this page again to see how far its erasure is.</p>
          )}
          <p class="quiet">
            Keep the address of this page, if you want to see later that everything is erased.
          </p>
          <WaysOn isSignedIn={isSignedIn} session={session} sessions={sessions} />
        </>,
      );
    },
  );

  app.post(endPath, { config, onRequest: guardOf(rates) }, async (request, reply) => {
    const session = await sessionWithoutAccount(deps, sessions, request);
    if (session && !sessions.isFormToken(session, sentFormToken(request)))
      throw new ApiError('insufficient_scope', { message: 'The page was open too long. Load it again.' });
    if (session) await endAnySession(deps, sessions, request, session);
    return clearSession(request, reply).redirect('/console/sign-in', 303);
  });
}
