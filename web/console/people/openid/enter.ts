import type { FastifyRequest } from 'fastify';
import { refused, valueOf } from '../../../../api/errors/errors.ts';
import { contextOf } from '../../../../api/requests/requests.ts';
import { followProvider, isOpenAccount } from '../../../../commands/membership/follow-provider.ts';
import {
  personWithEmail,
  personWithId,
  personWithIdentity,
} from '../../../../commands/person/find-person.ts';
import { forgetNewcomer } from '../../../../commands/person/forget-newcomer.ts';
import { emailIn } from '../../../../commands/person/login-name.ts';
import { maxNameLength, personNameIn } from '../../../../commands/person/person-name.ts';
import { registerPerson } from '../../../../commands/person/register-person.ts';
import type { Role } from '../../../../domain/membership/roles.ts';
import type { ExistingPerson } from '../../../../domain/person/state.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';
import type { OpenIdProvider, ProvidedPerson } from '../../../../openid/provider.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { accountsOf } from '../../session/member-session.ts';

type Deps = Pick<WebDeps, 'aggregates' | 'log' | 'logger' | 'newId' | 'now'>;

/** Why a person of the provider does not enter. */
export type Hindrance = 'address-taken' | 'no-address' | 'no-role';

/** A person of the provider, and the account that they enter. */
export interface Entrance {
  readonly person: ExistingPerson;
  readonly accountId: string;
}

/**
 * Finds or registers the person of an identity, and gives them the role of their claim. A person without a role enters the
 * accounts that invited them.
 * @throws ApiError `plan_limit_reached` for an account without a place for another member
 */
export async function enter(
  deps: Deps,
  provider: OpenIdProvider,
  request: FastifyRequest,
  provided: ProvidedPerson,
): Promise<Result<Entrance, Hindrance>> {
  const known = await personWithIdentity(deps, provided.identity);
  const admit = (person: ExistingPerson) => entranceOf(deps, provider, request, person, provided.role);
  if (known) return admit(known);
  const { accountId } = provider;
  const isOpen = accountId !== null && (await isOpenAccount(deps, accountId));
  if (provided.role === null || !isOpen) return err('no-role');
  const registered = await register(deps, request, provided);
  return registered.ok ? admitNewcomer(deps, request, registered.value, admit) : registered;
}

/**
 * Lets a person in who was registered for it right before. Of a person who is refused, nothing is kept.
 * @throws what `admit` throws
 */
export async function admitNewcomer<T, E>(
  deps: Deps,
  request: FastifyRequest,
  person: ExistingPerson,
  admit: (person: ExistingPerson) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const context = contextOf(request, '', { kind: 'system', id: 'openid' });
  let isIn = false;
  try {
    const admitted = await admit(person);
    isIn = admitted.ok;
    return admitted;
  } finally {
    if (!isIn) await forgetNewcomer(deps, person.personId, context);
  }
}

async function entranceOf(
  deps: Deps,
  provider: OpenIdProvider,
  request: FastifyRequest,
  before: ExistingPerson,
  role: Role | null,
): Promise<Result<Entrance, Hindrance>> {
  const { personId } = before;
  const mapped = await follow(deps, provider, request, { personId, role });
  const person = (await personWithId(deps, personId)) ?? before;
  if (mapped !== null) return ok({ person, accountId: mapped });
  const others = await accountsOf(deps, person);
  const accountId = others.find((each) => each.accountId !== provider.accountId)?.accountId;
  return accountId === undefined ? err('no-role') : ok({ person, accountId });
}

/** Gives a person the role of the claim. @returns the account of the settings if the person is a member of it, otherwise null */
export async function follow(
  deps: Pick<Deps, 'aggregates' | 'logger' | 'now'>,
  { accountId }: OpenIdProvider,
  request: FastifyRequest,
  person: Parameters<typeof followProvider>[1],
): Promise<string | null> {
  if (accountId === null) return null;
  if (!(await isOpenAccount(deps, accountId))) {
    deps.logger.error({ account: accountId }, 'OIDC_ACCOUNT names no account, or one that was closed');
    return null;
  }
  const context = contextOf(request, accountId, { kind: 'system', id: 'openid' });
  return valueOf(await followProvider(deps, person, context)) === null ? null : accountId;
}

/** Registers a new person with the address that the provider vouches for. */
export async function register(
  deps: Deps,
  request: FastifyRequest,
  { identity, name, email: given }: ProvidedPerson,
): Promise<Result<ExistingPerson, Hindrance>> {
  const email = given === null ? null : emailIn(given);
  if (email === null) return err('no-address');
  const local = email.slice(0, email.lastIndexOf('@')).slice(0, maxNameLength);
  const person = { name: personNameIn(name ?? '') ?? local, email, passwordHash: null, identity };
  const context = contextOf(request, '', { kind: 'system', id: 'openid' });
  const registered = await registerPerson(deps, person, context);
  if (registered.ok) return registered;
  if (registered.error.code !== 'login_taken') throw refused(registered.error);
  // The same person may have signed in twice at the same moment.
  const same = await personWithIdentity(deps, identity);
  if (same) return ok(same);
  if (await personWithEmail(deps, email)) return err('address-taken');
  throw refused(registered.error);
}
