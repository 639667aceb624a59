import type { RecordedEvent } from '../../../log/event-log.ts';
import type { WebDeps } from '../../web-deps.ts';
import { namesBy } from '../parts/names-by.ts';

/** The names of the accounts and API keys of events, by id. Those that are gone have none. */
export interface EventNames {
  readonly accounts: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/** Reads the names of the accounts and API keys of a page of events. */
export async function namesOfEvents(
  { queries }: Pick<WebDeps, 'queries'>,
  events: readonly RecordedEvent[],
): Promise<EventNames> {
  const accountIds = new Set(events.map(({ metadata }) => metadata.accountId).filter((id) => id !== ''));
  const keyIds = new Set(
    events.flatMap(({ metadata: { actor } }) => (actor.kind === 'key' ? [actor.id] : [])),
  );
  const [accounts, keys] = await Promise.all([
    namesBy(accountIds, (id) => queries.accounts.get(id)),
    namesBy(keyIds, (id) => queries.keys.get(null, id)),
  ]);
  return { accounts, keys };
}
