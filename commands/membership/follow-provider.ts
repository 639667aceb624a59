import { account } from '../../domain/account/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates, CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { forgetNotices } from '../notice/choose-notices.ts';
import type { Refusal } from '../refusal.ts';
import { executeOnMembers, listAccount } from './members.ts';

/** Acts where a claim of the OpenID provider decides. */
const provider = { kind: 'system', id: 'openid' } as const;

/**
 * Gives a person the role that the OpenID provider's claim says in the context's account; null ends a membership that came from
 * it. Members who were invited keep their role, and the last owner stays an owner.
 * @returns the role in the account afterwards, null for none; `plan_limit_reached` if it has no place for another member,
 *   `not_found` for a person who is being erased
 */
export async function followProvider(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  { personId, role }: { readonly personId: string; readonly role: Role | null },
  context: Omit<CommandContext, 'actor'>,
): Promise<Result<Role | null, Refusal>> {
  const own: CommandContext = { ...context, actor: provider };
  const at = deps.now().toISOString();
  if (role !== null) {
    const listed = await listAccount(deps, personId, 'JoinAccount', own);
    if (!listed.ok) return listed;
  }
  const followed = await executeOnMembers(deps, [{ type: 'FollowProvider', personId, role, at }], own);
  if (!followed.ok) return followed;
  const present = followed.value.membership.members.get(personId)?.role ?? null;
  if (present === null && followed.value.position !== null) {
    await listAccount(deps, personId, 'LeaveAccount', own);
    await forgetNotices(deps, personId, own);
  }
  return ok(present);
}

/** Whether an account of the settings exists and is open. */
export async function isOpenAccount(
  { aggregates }: { readonly aggregates: Aggregates },
  accountId: string,
): Promise<boolean> {
  const read = await unlessErased(aggregates.load(account, streamOf.account(accountId), 1_000));
  return read?.state.exists === true && read.state.closedAt === null;
}
