import { account } from '../../domain/account/decider.ts';
import { derivedId } from '../../domain/derived-id.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { login } from '../../domain/login/decider.ts';
import { person, type PersonCommand } from '../../domain/person/decider.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { openAccount } from '../account/open-account.ts';
import type { CommandDeps } from '../deps.ts';
import { executeOnMembers } from '../membership/members.ts';
import { roleIn } from '../membership/read-members.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { claimLogin } from './claim-login.ts';
import { personWithId } from './find-person.ts';
import { loginHash } from './login-name.ts';
import { hashPassword, isPassword } from './passwords.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'plans'>;

/** The right to open an account with an address, in the state that the address had. */
export interface SignUpRight {
  /** In lower case. */
  readonly email: string;
  /** The id of the person who will sign in with the address. */
  readonly personId: string;
  /** The revision of the address's stream. */
  readonly revision: number;
}

/** The id of the account that a person opens by signing up. */
const accountIdOf = (personId: string): string => derivedId('account of', personId);

/**
 * Returns the right to open an account with an address with which no person signs in. All rights for one state of the address, and
 * those after an interrupted sign-up, lead to the same person and account.
 * @throws LogUnavailable
 */
export async function signUpRightOf(
  { aggregates }: Pick<Deps, 'aggregates'>,
  email: string,
): Promise<SignUpRight> {
  const hash = await loginHash(email);
  const { state, revision } = await aggregates.load(login, streamOf.login(hash));
  const holder = state.holder?.personId;
  const held =
    holder === undefined ? null : await unlessErased(aggregates.load(person, streamOf.person(holder)));
  const isInterrupted = held !== null && !held.state.exists;
  const personId = isInterrupted && holder ? holder : derivedId('sign-up', hash, String(revision));
  return { email, personId, revision };
}

/** Whether a right may still be used: its account is not open, and no other person has the address. @throws LogUnavailable */
export async function isSignUpOpen(
  { aggregates }: Pick<Deps, 'aggregates'>,
  { email, personId, revision: former }: SignUpRight,
): Promise<boolean> {
  const { state, revision } = await aggregates.load(login, streamOf.login(await loginHash(email)));
  if (revision !== former && state.holder?.personId !== personId) return false;
  return isUnopened({ aggregates }, accountIdOf(personId));
}

/** Whether there has never been an account with an id. */
async function isUnopened({ aggregates }: Pick<Deps, 'aggregates'>, accountId: string): Promise<boolean> {
  const read = await unlessErased(aggregates.load(account, streamOf.account(accountId)));
  return read !== null && !read.state.exists;
}

interface NewOwner {
  /** As people write it, without blanks around it. */
  readonly name: string;
  readonly password: string;
  readonly account: { readonly name: string; readonly plan: string; readonly locale: FormLocale };
}

interface SignedUp {
  readonly person: ExistingPerson;
  readonly accountId: string;
  readonly position: bigint | null;
}

/**
 * Registers a person as the owner of a new account. Each step can be repeated, and the account comes last: it never lacks an
 * owner. `finishSignUp` opens it for a person whose sign-up was interrupted.
 * @returns `login_taken` if another person has got the address, `invalid_request` for a password that is too easy to guess
 */
export async function signUp(
  deps: Deps,
  { email, personId }: SignUpRight,
  { name, password, account: opened }: NewOwner,
  context: Omit<CommandContext, 'accountId' | 'actor'>,
): Promise<Result<SignedUp, Refusal>> {
  const accountId = accountIdOf(personId);
  const own: CommandContext = { ...context, accountId, actor: { kind: 'member', id: personId } };
  const hashed = await hashPassword(password, [name, email]);
  if (!hashed.ok) return hashed;
  const claimed = await claimLogin(deps, email, personId, own);
  if (!claimed.ok) return claimed;
  const at = deps.now().toISOString();
  const added = await executeOnMembers(deps, [{ type: 'AddMember', personId, role: 'owner', at }], own);
  if (!added.ok) return added;
  const registered = await register(
    deps,
    { personId, accountId, name, email, password, hash: hashed.value },
    own,
  );
  if (!registered.ok) return registered;
  const done = await openAccount(deps, { accountId, ...opened }, own);
  if (!done.ok && done.error.code !== 'already_exists') return done;
  return ok({ person: registered.value, accountId, position: done.ok ? done.value.position : null });
}

interface Registration {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly hash: string;
}

/** Registers a person. If an interrupted sign-up has done so, the person gets the name and the password of this one. */
async function register(
  deps: Deps,
  { personId, accountId, name, email, password, hash }: Registration,
  context: CommandContext,
): Promise<Result<ExistingPerson, Refusal>> {
  const at = deps.now().toISOString();
  const before = await personWithId(deps, personId);
  const isSame = before !== null && (await isPassword(before.passwordHash, password));
  const commands: PersonCommand[] = [
    before ? { type: 'RenamePerson', name, at } : { type: 'RegisterPerson', personId, name, email, at },
    ...(isSame ? [] : [{ type: 'SetPassword', hash, version: before?.passwordVersion ?? 0, at } as const]),
    { type: 'JoinAccount', accountId, at },
  ];
  const registered = await deps.aggregates.execute(person, streamOf.person(personId), commands, context);
  if (!registered.ok)
    return registered.error.code === 'already_exists' ? err({ code: 'login_taken' }) : registered;
  const { state } = registered.value;
  return state.exists ? ok(state) : notFound;
}

/**
 * Opens the account of a person whose sign-up was interrupted right before, under the person's name.
 * @param plan the plan of accounts that strangers open; null if it does not exist any more
 * @returns false if the account lacks its plan
 * @throws LogUnavailable
 */
export async function finishSignUp(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  { personId, name, accountIds }: ExistingPerson,
  plan: string | null,
  context: Omit<CommandContext, 'accountId' | 'actor'>,
): Promise<boolean> {
  const accountId = accountIdOf(personId);
  if (!accountIds.has(accountId) || !(await isUnopened({ aggregates }, accountId))) return true;
  if ((await roleIn({ aggregates }, accountId, personId)) !== 'owner') return true;
  if (plan === null) return false;
  const command = { type: 'OpenAccount', accountId, name, plan, at: now().toISOString() } as const;
  await aggregates.execute(account, streamOf.account(accountId), [command], {
    ...context,
    accountId,
    actor: { kind: 'member', id: personId },
  });
  return true;
}
