import { LRUCache } from 'lru-cache';
import { type Plan, planDeliveries, subscriptionsAfter } from '../../domain/delivery/plan.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import type { SubscriptionsAsOf } from '../../projections/read-models/destinations/account-subscriptions.ts';

/** Returns the subscriptions of accounts by id. An account whose plans are not certain has no entry. */
export type SubscriptionsOf = (
  accountIds: readonly string[],
) => Promise<ReadonlyMap<string, SubscriptionsAsOf>>;

const cachedAccounts = 5_000;
/**
 * How long the subscriptions of an account are used, or the account counts as uncertain. A read model that lags behind the
 * feed may lack a change that the feed has shown before.
 */
const knownMs = 60_000;

/**
 * The subscriptions of accounts as the read model and the feed show them. Whatever is planned by them is a proposal: the
 * worker plans by the log, and the read model shows what is missed here.
 */
export class KnownSubscriptions {
  readonly #load: SubscriptionsOf;
  /** Null for an account whose plans are not certain. */
  readonly #known = new LRUCache<string, { readonly asOf: SubscriptionsAsOf | null }>({
    max: cachedAccounts,
    ttl: knownMs,
  });

  /** @param load without it, every account is uncertain */
  constructor(load: SubscriptionsOf = () => Promise.resolve(new Map())) {
    this.#load = load;
  }

  /** Loads what is not known yet of some accounts. @throws an error of the store */
  async prepare(accountIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(accountIds)].filter((id) => !this.#known.has(id));
    if (missing.length === 0) return;
    const found = await this.#load(missing);
    for (const id of missing) {
      const asOf = found.get(id);
      if (asOf) this.#known.set(id, { asOf });
      else this.distrust(id);
    }
  }

  /** Plans the deliveries of an event of the feed, or takes over a change of a destination. */
  take(event: RecordedEvent): readonly Plan[] {
    const { accountId } = event.metadata;
    const asOf = this.#known.get(accountId)?.asOf;
    if (!asOf) return [];
    if (event.stream.startsWith('destination-') && event.position > asOf.position) {
      const subscriptions = subscriptionsAfter(asOf.subscriptions, event);
      this.#known.set(
        accountId,
        { asOf: { position: event.position, subscriptions } },
        { noUpdateTTL: true },
      );
    }
    return planDeliveries(asOf.subscriptions, event, null);
  }

  /** Plans nothing more for an account: an event of it cannot be read. */
  distrust(accountId: string): void {
    this.#known.set(accountId, { asOf: null });
  }

  /** Forgets all accounts: the feed did not show all changes. */
  forget(): void {
    this.#known.clear();
  }
}
