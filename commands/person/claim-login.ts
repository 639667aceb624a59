import { login } from '../../domain/login/decider.ts';
import type { Identity } from '../../domain/person/events.ts';
import { type ExistingPerson, isSameIdentity } from '../../domain/person/state.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Refusal } from '../refusal.ts';
import { personWithId } from './find-person.ts';
import { identityHash, loginHash } from './login-name.ts';

type Deps = Pick<CoreDeps, 'aggregates' | 'now'>;

/** How long a login is kept for the person who claimed it: its process may be about to write it. */
const unusedMs = 600_000;

/** An address, or an account at an OpenID provider, that one person at a time signs in with. */
interface Login {
  /** Names its stream. */
  readonly hash: string;
  readonly isUsedBy: (person: ExistingPerson) => boolean;
}

const loginOfEmail = async (email: string): Promise<Login> => ({
  hash: await loginHash(email),
  isUsedBy: (person) => person.email === email,
});

const loginOfIdentity = async (identity: Identity): Promise<Login> => ({
  hash: await identityHash(identity),
  isUsedBy: ({ identities }) => identities.some((each) => isSameIdentity(each, identity)),
});

/** Claims an address for a person to sign in with. @returns `login_taken` if another person has it */
export const claimLogin = async (
  deps: Deps,
  email: string,
  personId: string,
  context: CommandContext,
): Promise<Result<null, Refusal>> => claim(deps, await loginOfEmail(email), personId, context);

/** Claims an account at an OpenID provider, as `claimLogin` an address. */
export const claimIdentity = async (
  deps: Deps,
  identity: Identity,
  personId: string,
  context: CommandContext,
): Promise<Result<null, Refusal>> => claim(deps, await loginOfIdentity(identity), personId, context);

async function claim(
  deps: Deps,
  { hash, isUsedBy }: Login,
  personId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<null, Refusal>> {
  const stream = streamOf.login(hash);
  const { holder } = (await deps.aggregates.load(login, stream)).state;
  const from = holder && (await isUnused(deps, isUsedBy, holder)) ? holder.personId : null;
  const command = { type: 'ClaimLogin', personId, from, at: deps.now().toISOString() } as const;
  const claimed = await deps.aggregates.execute(login, stream, [command], context);
  return claimed.ok ? ok(null) : claimed;
}

async function isUnused(
  deps: Deps,
  isUsedBy: Login['isUsedBy'],
  { personId, since }: { readonly personId: string; readonly since: string },
): Promise<boolean> {
  const holder = await personWithId(deps, personId);
  if (holder && isUsedBy(holder)) return false;
  return deps.now().getTime() - Date.parse(since) > unusedMs;
}

/** Gives an address back that the person no longer has. */
export const releaseLogin = async (
  deps: Deps,
  email: string,
  personId: string,
  context: CommandContext,
): Promise<void> => release(deps, await loginHash(email), personId, context);

/** Gives an account at an OpenID provider back that the person no longer signs in with. */
export const releaseIdentity = async (
  deps: Deps,
  identity: Identity,
  personId: string,
  context: CommandContext,
): Promise<void> => release(deps, await identityHash(identity), personId, context);

/** Gives everything back that a person signs in with. */
export async function releaseLogins(
  deps: Deps,
  { personId, email, identities }: ExistingPerson,
  context: CommandContext,
): Promise<void> {
  await releaseLogin(deps, email, personId, context);
  for (const identity of identities) await releaseIdentity(deps, identity, personId, context);
}

async function release(
  { aggregates, now }: Deps,
  hash: string,
  personId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<void> {
  const command = { type: 'ReleaseLogin', personId, at: now().toISOString() } as const;
  await aggregates.execute(login, streamOf.login(hash), [command], context);
}
