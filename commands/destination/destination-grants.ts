import { account } from '../../domain/account/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { maxDestinations } from '../../domain/destination/limits.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { GrantKind } from '../account/grants.ts';
import { destinationLimit } from '../account/plans.ts';
import type { CoreDeps } from '../core-deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

/** The destinations of an account. */
export const destinationGrants: GrantKind = {
  limitOf: destinationLimit,
  grant: (destinationId, limit, at) => ({
    type: 'GrantDestination',
    destinationId,
    at,
    limit: limit ?? maxDestinations,
  }),
  release: (destinationId, at) => ({ type: 'ReleaseDestination', destinationId, at }),
  grantedIn(event) {
    if (event.type === 'DestinationsCounted') return event.data.destinationIds;
    return event.type === 'DestinationGranted' ? [event.data.destinationId] : [];
  },
  releasedIn: (event) => (event.type === 'DestinationReleased' ? event.data.destinationId : null),
  async revoke({ aggregates, now }, destinationId, context) {
    const stream = streamOf.destination(destinationId);
    for (;;) {
      const { state, revision } = await aggregates.load(destination, stream);
      // A destination that was removed does not return.
      if (state.exists) return state.removed;
      const command = { type: 'RevokeDestinationGrants', at: now().toISOString() } as const;
      if ((await aggregates.executeAt(destination, stream, revision, [command], context)).ok) return true;
    }
  },
};

/** Returns the ids of all destinations of an account that earlier releases added. */
export type EarlierDestinations = (accountId: string) => Promise<readonly string[]>;

/** Counts the destinations that earlier releases added without a grant; once for each account. */
export async function countEarlierDestinations(
  { aggregates, now }: Pick<CoreDeps, 'aggregates' | 'now'>,
  earlierDestinations: EarlierDestinations,
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<unknown, Refusal>> {
  const stream = streamOf.account(context.accountId);
  const { state } = await aggregates.load(account, stream, Infinity);
  if (!state.exists) return notFound;
  if (state.destinations) return { ok: true, value: null };
  const destinationIds = await earlierDestinations(context.accountId);
  const at = now().toISOString();
  return aggregates.execute(account, stream, [{ type: 'CountDestinations', destinationIds, at }], context);
}
