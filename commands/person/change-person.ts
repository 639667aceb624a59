import { person, type PersonCommand } from '../../domain/person/decider.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { claimLogin, releaseLogin } from './claim-login.ts';
import { hashPassword } from './passwords.ts';

export interface PersonOutcome {
  readonly person: ExistingPerson;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/** Runs commands on a person in one append. */
export async function executeOnPerson(
  { aggregates }: Pick<Deps, 'aggregates'>,
  personId: string,
  commands: readonly PersonCommand[],
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const done = await aggregates.execute(person, streamOf.person(personId), commands, context);
  if (!done.ok) return done;
  const { state, position } = done.value;
  return state.exists ? ok({ person: state, position }) : notFound;
}

/**
 * Sets the password of a person, and ends the other sessions: all but `keptSessionId`, or all.
 * @returns `invalid_request` for a password that is too easy to guess, `stale` if it was changed meanwhile
 */
export async function setPassword(
  deps: Deps,
  { personId, name, email, passwordVersion: version }: ExistingPerson,
  { password, keptSessionId }: { readonly password: string; readonly keptSessionId: string | null },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const hashed = await hashPassword(password, [name, email]);
  if (!hashed.ok) return hashed;
  const at = deps.now().toISOString();
  return executeOnPerson(
    deps,
    personId,
    [
      { type: 'EndOtherSessions', keptSessionId, at },
      { type: 'SetPassword', hash: hashed.value, version, at },
    ],
    context,
  );
}

/**
 * Changes the address that a person signs in with, and ends the sessions but `keptSessionId`. The person has shown that they receive
 * mail there.
 * @returns `login_taken` if another person has it
 */
export async function changeEmail(
  deps: Deps,
  { personId, email: former }: ExistingPerson,
  { email, keptSessionId }: { readonly email: string; readonly keptSessionId: string },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const claimed = await claimLogin(deps, email, personId, context);
  if (!claimed.ok) return claimed;
  const at = deps.now().toISOString();
  const changed = await executeOnPerson(
    deps,
    personId,
    [
      { type: 'EndOtherSessions', keptSessionId, at },
      { type: 'ChangePersonEmail', email, at },
    ],
    context,
  );
  if (changed.ok && former !== email) await releaseLogin(deps, former, personId, context);
  return changed;
}
