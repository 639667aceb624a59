import type { Subscription } from '../../../domain/delivery/plan.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { type DestinationDocument, destinations } from './projection.ts';

/** The subscriptions of an account, with all changes up to a log position. */
export interface SubscriptionsAsOf {
  readonly position: bigint;
  readonly subscriptions: readonly Subscription[];
}

export interface AccountSubscriptions {
  /** Returns the present subscriptions of accounts, as far as the read model shows them. */
  of(accountIds: readonly string[]): Promise<ReadonlyMap<string, SubscriptionsAsOf>>;
}

type Found = Stored<
  Pick<
    DestinationDocument,
    'account_id' | 'events' | 'form_id' | 'included_questions' | 'included_fields' | 'enabled'
  >
>;

const fields = {
  account_id: 1,
  events: 1,
  form_id: 1,
  included_questions: 1,
  included_fields: 1,
  enabled: 1,
  _position: 1,
} as const;

export function accountSubscriptions(collectionOf: CollectionOf): AccountSubscriptions {
  const collection = collectionOf(destinations);
  return {
    async of(accountIds) {
      const found = await collection
        .find({ account_id: { $in: [...accountIds] } })
        .project<Found>(fields)
        .toArray();
      const subscriptionsOf = (accountId: string): SubscriptionsAsOf => {
        const own = found.filter((one) => one.account_id === accountId);
        // The model applies events in order: with the last change of one destination it holds all before of the others.
        const position = own.reduce((last, { _position }) => (_position > last ? _position : last), -1n);
        return { position, subscriptions: own.map(subscriptionOf) };
      };
      return new Map(accountIds.map((id) => [id, subscriptionsOf(id)]));
    },
  };
}

const subscriptionOf = ({ _id: id, events, enabled, ...doc }: Found): Subscription => ({
  id,
  events,
  formId: doc.form_id,
  includedQuestions: doc.included_questions,
  includedFields: doc.included_fields,
  enabled,
});
