import { login } from '../../domain/login/decider.ts';
import { person } from '../../domain/person/decider.ts';
import type { Identity } from '../../domain/person/events.ts';
import { type ExistingPerson, isSameIdentity } from '../../domain/person/state.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CoreDeps } from '../core-deps.ts';
import { identityHash, loginHash } from './login-name.ts';

type Deps = Pick<CoreDeps, 'aggregates'>;

/**
 * Returns a person; null for an unknown id.
 * @param maxAgeMs how old the state may be
 * @throws LogUnavailable
 */
export async function personWithId(
  { aggregates }: Deps,
  personId: string,
  maxAgeMs = 0,
): Promise<ExistingPerson | null> {
  const read = await unlessErased(aggregates.load(person, streamOf.person(personId), maxAgeMs));
  return read?.state.exists ? read.state : null;
}

/** Returns the person who signs in with an address; null if there is none. @throws LogUnavailable */
export async function personWithEmail(deps: Deps, email: string): Promise<ExistingPerson | null> {
  const found = await holderOf(deps, await loginHash(email));
  return found?.email === email ? found : null;
}

/** Returns the person who signs in with an account at an OpenID provider; null if there is none. @throws LogUnavailable */
export async function personWithIdentity(deps: Deps, identity: Identity): Promise<ExistingPerson | null> {
  const found = await holderOf(deps, await identityHash(identity));
  return found?.identities.some((each) => isSameIdentity(each, identity)) ? found : null;
}

async function holderOf(deps: Deps, hash: string): Promise<ExistingPerson | null> {
  const { state } = await deps.aggregates.load(login, streamOf.login(hash));
  // Reads as much without a person, so that the time does not tell who is one.
  return personWithId(deps, state.holder?.personId ?? hash);
}
