import { account } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { removeDestination } from '../destination/change-destination.ts';
import type { EarlierDestinations } from '../destination/destination-grants.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';

export interface ClosedAccount {
  readonly accountId: string;
  readonly closedAt: string;
  readonly position: bigint | null;
}

interface Deps extends Pick<CommandDeps, 'aggregates' | 'destinationGrants' | 'now'> {
  readonly destinationIdsOf: EarlierDestinations;
}

/**
 * Closes the context's account for good: its keys and forms are refused within a second, and its destinations are removed, so that
 * nothing is sent to them. The dispatcher then erases everything of it. A repeated request has the same outcome.
 * The name of the account confirms the request.
 * @returns `invalid_request` for another name
 * @throws LogUnavailable, StreamErased once the account is erased
 */
export async function closeAccount(
  deps: Deps,
  { name }: { readonly name: string },
  context: CommandContext,
): Promise<Result<ClosedAccount, Refusal>> {
  const { aggregates, now } = deps;
  const stream = streamOf.account(context.accountId);
  const before = (await aggregates.load(account, stream)).state;
  if (!before.exists) return notFound;
  if (before.closedAt === null && before.name.trim() !== name.trim()) return otherName;
  const command = { type: 'CloseAccount', at: now().toISOString() } as const;
  const closed = await aggregates.execute(account, stream, [command], context);
  if (!closed.ok) return closed;
  const { state, position } = closed.value;
  if (!state.exists || state.closedAt === null) return notFound;
  await removeDestinations(deps, context);
  return ok({ accountId: context.accountId, closedAt: state.closedAt, position });
}

const otherName = invalid('The name is not that of the account.', [
  { path: '/name', code: 'invalid_option', message: 'Must be the name of the account.' },
]);

/** Removes every destination of a closed account that is not erased yet. @throws LogUnavailable */
export async function removeDestinations(
  deps: Deps,
  { requestKey: _, ...context }: CommandContext,
): Promise<void> {
  const read = await unlessErased(deps.aggregates.load(account, streamOf.account(context.accountId)));
  const granted = read?.state.exists ? (read.state.destinations ?? []) : [];
  // Destinations of earlier releases have no grants.
  const ids = new Set([...granted, ...(await deps.destinationIdsOf(context.accountId))]);
  for (const destinationId of ids) await unlessErased(removeDestination(deps, { destinationId }, context));
}
