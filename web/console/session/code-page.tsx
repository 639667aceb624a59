import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { valueOf } from '../../../api/errors/errors.ts';
import { unreadable } from '../../../api/errors/unreadable-secret.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { acceptInvitation } from '../../../commands/membership/invitations.ts';
import { executeOnPerson } from '../../../commands/person/change-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { type GivenCode, useOfCode } from '../../../commands/person/second-factor.ts';
import type { Refusal } from '../../../commands/refusal.ts';
import type { PersonCommand } from '../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { isClosed } from '../../../projections/queries/closed-accounts.ts';
import type { WebDeps } from '../../web-deps.ts';
import { showNarrow } from '../parts/narrow-page.tsx';
import type { Routes } from '../parts/routes.ts';
import { codePath } from './complete-sign-in.ts';
import { clearHalfSession, readHalfSession, setFlashMessage, setPosition } from './cookies.ts';
import { type HalfSession, openHalfSessions } from './half-sessions.ts';
import { trySignInMember } from './member-session.ts';
import type { Sessions } from './sessions.ts';
import { guardOf } from './sign-in-guard.ts';

type Invitation = NonNullable<HalfSession['invitation']>;

interface Waiting {
  readonly half: HalfSession;
  readonly person: ExistingPerson;
}

const Code = Type.String({ maxLength: 100 });
const Body = Type.Union([Type.Object({ code: Code }), Type.Object({ recovery: Code })]);

/** The code of a form, in the field of its kind. */
const givenIn = (body: Static<typeof Body>): GivenCode =>
  'code' in body ? { kind: 'app', code: body.code } : { kind: 'recovery', code: body.recovery };

/** Counts a code before it is checked: codes of an app are short. @throws ApiError after too many */
export const countGiven = (rates: Rates, { personId }: ExistingPerson, { kind }: GivenCode): Promise<void> =>
  kind === 'app' ? rates.countCode(personId) : rates.countGuess(`recovery-${personId}`);

/** The field for a code of an app. */
export const CodeInput = ({ isFocused = false }: { readonly isFocused?: boolean }) => (
  <label>
    Code of your app
    <input
      name="code"
      required
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="20"
      {...(isFocused && { autofocus: true })}
    />
  </label>
);

const form = (reply: FastifyReply, problem: string | null = null) =>
  showNarrow(
    reply,
    { title: 'Second factor', problem },
    <>
      <form method="post" action={codePath}>
        <CodeInput isFocused />
        <button type="submit">Sign in</button>
      </form>
      <details>
        <summary>Use a recovery code</summary>
        <form method="post" action={codePath}>
          <label>
            Recovery code
            <input
              name="recovery"
              required
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              maxlength="60"
            />
            <small>
              Each code works once. If you have lost these codes too, ask the operator of this service.
            </small>
          </label>
          <button type="submit" class="secondary">
            Sign in with the recovery code
          </button>
        </form>
      </details>
      <p>
        <a href="/console/sign-in">Back to the sign-in</a>
      </p>
    </>,
  );

/** Asks a person who has proved the first factor for the second, and begins the session. */
export function codePage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'secrets' | 'sessionKeys'>,
  { rates, sessions }: { readonly rates: Rates; readonly sessions: Sessions },
): void {
  const config = { isPublic: true };
  const onRequest = guardOf(rates);
  const halfSessions = openHalfSessions(deps);

  /** The half session of the browser, and its person; null once either has changed. */
  async function waitingIn(request: FastifyRequest): Promise<Waiting | null> {
    const half = halfSessions.open(readHalfSession(request));
    const person = half && (await personWithId(deps, half.personId));
    return half && person?.secondFactor && person.passwordVersion === half.version ? { half, person } : null;
  }

  /** @returns the account that the person has joined; null for an invitation that is over, as that of a closed account is */
  async function accept(
    request: FastifyRequest,
    reply: FastifyReply,
    personId: string,
    { invitationId, accountId }: Invitation,
  ) {
    const context = contextOf(request, accountId, { kind: 'member', id: personId });
    if (await isClosed(deps.aggregates, accountId)) return null;
    const accepted = await unlessErased(acceptInvitation(deps, { invitationId, personId }, context));
    if (!accepted) return null;
    if (!accepted.ok && accepted.error.code === 'already_member') return accountId;
    if (!accepted.ok && accepted.error.code === 'invitation_over') return null;
    const { position } = valueOf(accepted);
    if (position !== null) setPosition(request, reply, position);
    return accountId;
  }

  /**
   * Uses the code, and begins the session. An invitation is accepted between the two: a wrong code joins no account, and a session does
   * not enter an account that was joined after it began.
   * @returns a sentence for the next page; `stale` if the code was used before
   */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { half: { method, note, invitation }, person }: Waiting,
    proof: readonly PersonCommand[],
  ): Promise<Result<string | undefined, Refusal>> {
    if (!invitation) {
      const begun = await trySignInMember(deps, sessions, request, reply, { person, method, proof });
      return begun.ok ? ok(note) : begun;
    }
    const { personId } = person;
    const context = contextOf(request, invitation.accountId, { kind: 'member', id: personId });
    const used = await executeOnPerson(deps, personId, proof, context);
    if (!used.ok) return used;
    const accountId = await accept(request, reply, personId, invitation);
    const proved = { person, method, isFactorUsed: true, ...(accountId !== null && { accountId }) };
    const begun = await trySignInMember(deps, sessions, request, reply, proved);
    if (!begun.ok) return begun;
    return ok(accountId === null ? 'The invitation is over. You are signed in.' : note);
  }

  app.get(codePath, { config }, async (request, reply) =>
    (await waitingIn(request)) ? form(reply) : reply.redirect('/console/sign-in', 303),
  );

  app.post(codePath, { config, schema: { body: Body }, onRequest }, async (request, reply) => {
    const waiting = await waitingIn(request);
    if (!waiting) {
      setFlashMessage(request, reply, 'This took too long. Sign in again.');
      return reply.redirect('/console/sign-in', 303);
    }
    const { person } = waiting;
    const given = givenIn(request.body);
    await countGiven(rates, person, given);
    const refuse = () => {
      rates.countAddress(reply, request.ip);
      return form(reply.code(401), 'This code is wrong, or was used before.');
    };
    const proof = await useOfCode(deps, person, given).catch(unreadable);
    if (!proof) return refuse();
    const begun = await begin(request, reply, waiting, proof);
    if (!begun.ok) return refuse();
    clearHalfSession(request, reply);
    if (begun.value !== undefined) setFlashMessage(request, reply, begun.value);
    return reply.redirect(waiting.half.next, 303);
  });
}
