import { membership, type MembershipCommand, type MembershipState } from '../../domain/membership/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import { person, type PersonCommand } from '../../domain/person/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { forgetNotices } from '../notice/choose-notices.ts';
import { notFound, type Refusal } from '../refusal.ts';

export interface MembershipOutcome {
  readonly membership: MembershipState;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/** Runs commands on the members of the context's account in one append. */
export async function executeOnMembers(
  { aggregates }: Pick<Deps, 'aggregates'>,
  commands: readonly MembershipCommand[],
  context: CommandContext,
): Promise<Result<MembershipOutcome, Refusal>> {
  const stream = streamOf.membership(context.accountId);
  const done = await aggregates.execute(membership, stream, commands, context);
  if (!done.ok) return done;
  const { state, position } = done.value;
  return ok({ membership: state, position });
}

/**
 * Has the person list the account, or no longer. The members of the account decide who may enter; this tells where.
 * @returns `not_found` for a person who is being erased
 */
export async function listAccount(
  { aggregates, now }: Deps,
  personId: string,
  type: Extract<PersonCommand, { accountId: string }>['type'],
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<null, Refusal>> {
  const command = { type, accountId: context.accountId, at: now().toISOString() } as const;
  const listed = aggregates.execute(person, streamOf.person(personId), [command], context);
  const done = (await unlessErased(listed)) ?? notFound;
  return done.ok ? ok(null) : done;
}

/** Changes the role of a member. @returns `last_owner` if the account would have no owner */
export const changeMemberRole = (
  deps: Deps,
  { personId, role }: { readonly personId: string; readonly role: Role },
  context: CommandContext,
): Promise<Result<MembershipOutcome, Refusal>> =>
  executeOnMembers(
    deps,
    [{ type: 'ChangeMemberRole', personId, role, at: deps.now().toISOString() }],
    context,
  );

/** Removes a member, whose sessions in the account end within a second. @returns `last_owner`, as `changeMemberRole` */
export async function removeMember(
  deps: Deps,
  personId: string,
  context: CommandContext,
): Promise<Result<MembershipOutcome, Refusal>> {
  const at = deps.now().toISOString();
  const removed = await executeOnMembers(deps, [{ type: 'RemoveMember', personId, at }], context);
  if (!removed.ok) return removed;
  await listAccount(deps, personId, 'LeaveAccount', context);
  await unlessErased(forgetNotices(deps, personId, context));
  return removed;
}
