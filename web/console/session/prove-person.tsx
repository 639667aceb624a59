import type { FastifyRequest } from 'fastify';
import type { Rates } from '../../../api/limits/rates.ts';
import { loginHash } from '../../../commands/person/login-name.ts';
import { isPassword } from '../../../commands/person/passwords.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import type { WebDeps } from '../../web-deps.ts';
import { visitorIn } from './visitor.ts';

/** A person without a password has signed in within this time, in ms: a session that was left open must not be enough. */
const recentMs = 600_000;

/** How a person proves again who they are before an act that cannot be undone. */
type Proof = 'password' | 'sign-in';

const proofOf = ({ passwordHash }: ExistingPerson): Proof => (passwordHash === null ? 'sign-in' : 'password');

/** The refusal of a person without a password whose proof is too old. */
export const signedInLongAgo =
  'You signed in more than ten minutes ago. Sign out, sign in again, and come back.';

/** What is said where the proof is missing. */
const faults: Readonly<Record<Proof, string>> = {
  password: 'This is not your password.',
  'sign-in': signedInLongAgo,
};

/** Whether the person of a session proved who they are within the last ten minutes: entering another account proves nothing. */
export const hasSignedInRecently = (
  { sessions }: Pick<ExistingPerson, 'sessions'>,
  sessionId: string,
  now: Date,
): boolean => (sessions.get(sessionId)?.provedAt ?? '') > new Date(now.getTime() - recentMs).toISOString();

/**
 * Checks who sends a form with `ProofField`. Keys and operators are no people, and prove themselves by their secret alone.
 * @returns the reason for a refusal; null for a proof
 * @throws ApiError after too many guesses
 */
export async function missingProof(
  { now }: Pick<WebDeps, 'now'>,
  rates: Pick<Rates, 'countGuess'>,
  request: FastifyRequest,
  password: string,
): Promise<string | null> {
  const { person, session } = visitorIn(request);
  if (!person) return null;
  const proof = proofOf(person);
  if (proof === 'sign-in') return hasSignedInRecently(person, session.id, now()) ? null : faults[proof];
  await rates.countGuess(await loginHash(person.email));
  return (await isPassword(person.passwordHash, password)) ? null : faults[proof];
}

/** Asks a person for the proof. @param fault the reason for which the last one was refused */
export const ProofField = ({
  request,
  fault,
}: {
  readonly request: FastifyRequest;
  readonly fault: string | null;
}) => {
  const { person } = visitorIn(request);
  if (!person) return <></>;
  const Problem = () =>
    fault === null ? (
      <></>
    ) : (
      <small class="fault" id="proof-problem" role="alert" safe>
        {fault}
      </small>
    );
  if (proofOf(person) === 'sign-in')
    return (
      <p class="quiet">
        You have no password, so that this needs a sign-in within the last ten minutes. <Problem />
      </p>
    );
  return (
    <label>
      <span>Your password</span>
      <input
        type="password"
        name="password"
        required
        autocomplete="current-password"
        maxlength="500"
        {...(fault !== null && { 'aria-invalid': 'true', 'aria-describedby': 'proof-problem' })}
      />
      <Problem />
    </label>
  );
};
