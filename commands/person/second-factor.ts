import { audit } from '../../domain/audit/decider.ts';
import type { PersonCommand } from '../../domain/person/decider.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { roleIn } from '../membership/read-members.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { executeOnPerson, type PersonOutcome } from './change-person.ts';
import { personWithId } from './find-person.ts';
import { newRecoveryCodes, recoveryHash, stepOfCode } from './one-time-codes.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'secrets'>;

/** A code that a person has entered: of the app, or a recovery code. */
export interface GivenCode {
  readonly kind: 'app' | 'recovery';
  readonly code: string;
}

/** New recovery codes, which are shown once. */
export interface IssuedCodes extends PersonOutcome {
  readonly codes: readonly string[];
}

const wrongCode = err({ code: 'stale', message: 'This code is wrong, or was used before.' } as const);

/**
 * Checks a code against the second factor of a person. The code is used up when the commands run; a repeated code is refused then.
 * @returns the commands that use the code, for one append with the act that it permits; null for a wrong code
 * @throws SecretUnreadable
 */
export async function useOfCode(
  { secrets, now }: Pick<Deps, 'now' | 'secrets'>,
  { personId, secondFactor }: ExistingPerson,
  { kind, code }: GivenCode,
): Promise<readonly PersonCommand[] | null> {
  if (!secondFactor) return null;
  const at = now().toISOString();
  if (kind === 'recovery') {
    const hash = recoveryHash(personId, code);
    return secondFactor.recoveryHashes.includes(hash) ? [{ type: 'UseRecoveryCode', hash, at }] : null;
  }
  const owner = streamOf.person(personId);
  const secret = secrets.open(secondFactor.secret, owner);
  const step = await stepOfCode(secret, code, now());
  if (step === null || step <= secondFactor.lastStep) return null;
  const use = { type: 'UseSecondFactor', step, at } as const;
  if (secrets.isCurrent(secondFactor.secret)) return [use];
  return [use, { type: 'ResealSecondFactor', secret: secrets.seal(secret, owner), at }];
}

function newCodes(personId: string) {
  const codes = newRecoveryCodes();
  return { codes, recoveryHashes: codes.map((code) => recoveryHash(personId, code)) };
}

/**
 * Turns on the second factor of a person, with the secret (in Base32) that an app has taken over, and a code of this app. All sessions
 * but `keptSessionId` end: they began without it.
 * @returns the recovery codes; `stale` for a wrong code, `already_exists` for a person who has a second factor
 */
export async function enableSecondFactor(
  deps: Deps,
  { personId }: ExistingPerson,
  {
    secret,
    code,
    keptSessionId,
  }: { readonly secret: string; readonly code: string; readonly keptSessionId: string },
  context: CommandContext,
): Promise<Result<IssuedCodes, Refusal>> {
  const now = deps.now();
  const step = await stepOfCode(secret, code, now);
  if (step === null) return wrongCode;
  const { codes, recoveryHashes } = newCodes(personId);
  const sealed = deps.secrets.seal(secret, streamOf.person(personId));
  const at = now.toISOString();
  const end = { type: 'EndOtherSessions', keptSessionId, at } as const;
  const command = { type: 'EnableSecondFactor', secret: sealed, recoveryHashes, step, at } as const;
  const enabled = await executeOnPerson(deps, personId, [end, command], context);
  return enabled.ok ? ok({ ...enabled.value, codes }) : enabled;
}

/** Replaces the recovery codes of a person, who shows a code. @returns `stale` for a wrong code */
export async function replaceRecoveryCodes(
  deps: Deps,
  person: ExistingPerson,
  given: GivenCode,
  context: CommandContext,
): Promise<Result<IssuedCodes, Refusal>> {
  const use = await useOfCode(deps, person, given);
  if (!use) return wrongCode;
  const { personId } = person;
  const { codes, recoveryHashes } = newCodes(personId);
  const replace = { type: 'ReplaceRecoveryCodes', recoveryHashes, at: deps.now().toISOString() } as const;
  const replaced = await executeOnPerson(deps, personId, [...use, replace], context);
  return replaced.ok ? ok({ ...replaced.value, codes }) : replaced;
}

/** Turns off the second factor of a person, who shows a code, and ends the sessions but `keptSessionId`. @returns `stale` for a wrong code */
export async function disableSecondFactor(
  deps: Deps,
  person: ExistingPerson,
  { keptSessionId, ...given }: GivenCode & { readonly keptSessionId: string },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const use = await useOfCode(deps, person, given);
  if (!use) return wrongCode;
  const at = deps.now().toISOString();
  const end = { type: 'EndOtherSessions', keptSessionId, at } as const;
  return executeOnPerson(deps, person.personId, [...use, end, { type: 'DisableSecondFactor', at }], context);
}

/**
 * Turns off the second factor of a member of the context's account who has lost it, ends all sessions, and records that there.
 * @returns `not_found` for people who are no members; a member without a second factor stays as they are
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'aggregates' | 'now'>,
  personId: string,
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const { accountId } = context;
  if ((await roleIn(deps, accountId, personId)) === null) return notFound;
  const before = await personWithId(deps, personId);
  if (!before) return notFound;
  if (!before.secondFactor) return ok({ person: before, position: null });
  const at = deps.now().toISOString();
  const disabled = await executeOnPerson(
    deps,
    personId,
    [
      { type: 'EndOtherSessions', keptSessionId: null, at },
      { type: 'DisableSecondFactor', at },
    ],
    context,
  );
  if (!disabled.ok) return disabled;
  const record = { type: 'RecordFactorReset', personId, at } as const;
  await deps.aggregates.execute(audit, streamOf.audit(accountId), [record], context);
  return disabled;
}
