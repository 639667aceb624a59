import { account } from '../../domain/account/decider.ts';
import { membership } from '../../domain/membership/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/** The open accounts that a person is an owner of, and whether as the only one. @throws LogUnavailable */
async function ownedBy(
  { aggregates }: Pick<Deps, 'aggregates'>,
  { personId, accountIds }: ExistingPerson,
): Promise<readonly { readonly accountId: string; readonly isOnly: boolean }[]> {
  const found = await Promise.all(
    [...accountIds].map(async (accountId) => {
      const [own, members] = await Promise.all([
        unlessErased(aggregates.load(account, streamOf.account(accountId))),
        unlessErased(aggregates.load(membership, streamOf.membership(accountId))),
      ]);
      const isOpen = own?.state.exists === true && own.state.closedAt === null;
      const owners = [...(members?.state.members ?? [])].filter(([, { role }]) => role === 'owner');
      const isOwner = owners.some(([id]) => id === personId);
      return isOpen && isOwner ? [{ accountId, isOnly: owners.length === 1 }] : [];
    }),
  );
  return found.flat();
}

/** Returns the accounts that would have no owner without a person. Closed accounts need none. @throws LogUnavailable */
export async function onlyOwnerOf(
  deps: Pick<Deps, 'aggregates'>,
  person: ExistingPerson,
): Promise<readonly string[]> {
  const owned = await ownedBy(deps, person);
  return owned.flatMap(({ accountId, isOnly }) => (isOnly ? [accountId] : []));
}

/**
 * Has a person who is to be erased be no owner any more, wherever another owner stays. Each account decides that in its own stream, so
 * that of two owners who are erased at the same time one is refused. A person who is refused stays an owner.
 * @returns `last_owner` with the accounts that would have no owner
 * @throws LogUnavailable
 */
export async function stepDown(
  deps: Deps,
  person: ExistingPerson,
  context: CommandContext,
): Promise<Result<null, Refusal>> {
  const owned = await ownedBy(deps, person);
  const only = owned.flatMap(({ accountId, isOnly }) => (isOnly ? [accountId] : []));
  if (only.length > 0) return err({ code: 'last_owner', accountIds: only });
  // In one order for everybody, so that two people do not refuse each other.
  const accountIds = owned.map(({ accountId }) => accountId).sort();
  for (const [index, accountId] of accountIds.entries()) {
    const changed = await changeRole(deps, person, { accountId, role: 'viewer' }, context);
    // Removed by another owner meanwhile, or erased with the account.
    if (changed?.ok !== false || changed.error.code === 'not_found') continue;
    for (const before of accountIds.slice(0, index))
      await changeRole(deps, person, { accountId: before, role: 'owner' }, context);
    return changed.error.code === 'last_owner' ? err({ ...changed.error, accountIds: [accountId] }) : changed;
  }
  return ok(null);
}

/** @returns null for an account that is erased */
const changeRole = (
  { aggregates, now }: Deps,
  { personId }: ExistingPerson,
  { accountId, role }: { readonly accountId: string; readonly role: Role },
  { requestKey: _, ...context }: CommandContext,
) =>
  unlessErased(
    aggregates.execute(
      membership,
      streamOf.membership(accountId),
      [{ type: 'ChangeMemberRole', personId, role, at: now().toISOString() }],
      { ...context, accountId },
    ),
  );
