import { personWithId } from '../../../commands/person/find-person.ts';
import type { Actor } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { WebDeps } from '../../web-deps.ts';
import { namesBy } from '../parts/names-by.ts';

/** The names of the accounts and of the actors of events, by id: of API keys and people. Those that are gone have none. */
export interface EventNames {
  readonly accounts: ReadonlyMap<string, string>;
  readonly actors: ReadonlyMap<string, string>;
}

/** The name of a person who acted may be a second old. */
const personMaxAgeMs = 1_000;

/** Reads the names of the accounts and of the actors of a page of events. */
export async function namesOfEvents(
  { aggregates, queries }: Pick<WebDeps, 'aggregates' | 'queries'>,
  events: readonly RecordedEvent[],
): Promise<EventNames> {
  const accountIds = new Set(events.map(({ metadata }) => metadata.accountId).filter((id) => id !== ''));
  const idsOf = (kind: Actor['kind']) =>
    new Set(events.flatMap(({ metadata: { actor } }) => (actor.kind === kind ? [actor.id] : [])));
  const [accounts, keys, people] = await Promise.all([
    namesBy(accountIds, (id) => queries.accounts.get(id)),
    namesBy(idsOf('key'), (id) => queries.keys.get(null, id)),
    namesBy(idsOf('member'), (id) => personWithId({ aggregates }, id, personMaxAgeMs)),
  ]);
  return { accounts, actors: new Map([...keys, ...people]) };
}
