import { membership } from '../../domain/membership/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CoreDeps } from '../core-deps.ts';
import { personWithId } from '../person/find-person.ts';

/** A member of an account, with the person's present name and address. */
export interface MemberView {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  /** BCP 47; null for that of the account. */
  readonly language: string | null;
  readonly role: Role;
  /** ISO 8601. */
  readonly since: string;
  /** Whether a sign-in with the password asks for a code, too. */
  readonly hasSecondFactor: boolean;
}

/** Returns the members of an account, from its stream and those of the people. @throws LogUnavailable */
export async function membersOf(
  deps: Pick<CoreDeps, 'aggregates'>,
  accountId: string,
  maxAgeMs = 0,
): Promise<readonly MemberView[]> {
  const read = deps.aggregates.load(membership, streamOf.membership(accountId), maxAgeMs);
  const { state } = (await unlessErased(read)) ?? { state: membership.initial };
  const views = await Promise.all(
    [...state.members].map(async ([personId, { role, since }]) => {
      const found = await personWithId(deps, personId, maxAgeMs);
      if (!found) return [];
      const { name, email, language, secondFactor } = found;
      return [{ personId, name, email, language, role, since, hasSecondFactor: secondFactor !== null }];
    }),
  );
  return views.flat();
}

/** Returns the role of a person in an account; null for a person who is no member, and once the account is erased. @throws LogUnavailable */
export async function roleIn(
  { aggregates }: Pick<CoreDeps, 'aggregates'>,
  accountId: string,
  personId: string,
  maxAgeMs = 0,
): Promise<Role | null> {
  const read = aggregates.loadAhead(membership, streamOf.membership(accountId), maxAgeMs);
  return (await unlessErased(read))?.state.members.get(personId)?.role ?? null;
}

/** Returns the accounts that a person is a member of, with the role in each. @throws LogUnavailable */
export async function rolesOf(
  deps: Pick<CoreDeps, 'aggregates'>,
  { personId, accountIds }: ExistingPerson,
): Promise<readonly { readonly accountId: string; readonly role: Role }[]> {
  const found = await Promise.all(
    [...accountIds].map(async (accountId) => {
      const role = await roleIn(deps, accountId, personId);
      return role === null ? [] : [{ accountId, role }];
    }),
  );
  return found.flat();
}
