import { membership } from '../../domain/membership/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { executeOnMembers } from './members.ts';

interface Deps extends Pick<CommandDeps, 'aggregates' | 'now'> {
  readonly log: Pick<CommandDeps['log'], 'eraseStream'>;
}

/**
 * Ends the invitations of the context's account that were not accepted in time. Their addresses are erased first: after a crash, the log
 * still shows which invitations are to end, and the erasure is repeated.
 * @param endedBy ISO 8601: invitations that ended later stay
 * @returns the log position of the last; null if none was to end
 * @throws LogUnavailable
 */
export async function expireInvitations(
  deps: Deps,
  endedBy: string,
  context: CommandContext,
): Promise<bigint | null> {
  const read = await unlessErased(deps.aggregates.load(membership, streamOf.membership(context.accountId)));
  const ended = [...(read?.state.invitations ?? [])].filter(([, { expiresAt }]) => expiresAt <= endedBy);
  if (ended.length === 0) return null;
  for (const [invitationId] of ended) await deps.log.eraseStream(streamOf.invitation(invitationId));
  const at = deps.now().toISOString();
  const commands = ended.map(([invitationId]) => ({ type: 'ExpireInvitation', invitationId, at }) as const);
  const expired = await unlessErased(executeOnMembers(deps, commands, context));
  return expired?.ok ? expired.value.position : null;
}
