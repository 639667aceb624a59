import type { CollectionOf, Stored } from '../../collections.ts';
import { invitations } from './projection.ts';

/** An account with an invitation that was not accepted in time. */
export interface EndedInvitations {
  readonly id: string;
  readonly accountId: string;
}

export interface EndedInvitationQueries {
  /** Returns the accounts with an invitation that ended by a time, ISO 8601, the first to end first. */
  due(at: string, limit: number): Promise<readonly EndedInvitations[]>;
}

export function endedInvitationQueries(collectionOf: CollectionOf): EndedInvitationQueries {
  const collection = collectionOf(invitations);
  return {
    async due(at, limit) {
      const found = collection
        .find({ first_ends_at: { $lte: at } })
        .sort({ first_ends_at: 1 })
        .limit(limit)
        .project<Stored<object>>({ _id: 1 });
      return (await found.toArray()).map(({ _id: id }) => ({ id, accountId: id }));
    },
  };
}
