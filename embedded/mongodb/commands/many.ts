import { type Command, type Server } from '../command.ts';
import { openDocuments, type Documents } from '../documents.ts';
import { type Filter } from '../filter.ts';
import { type StoredRow } from '../scan.ts';
import { reread, searchAll } from './targets.ts';
import { checkTime } from '../time-limit.ts';
import { type Value } from '../value.ts';
import { type Statement } from './bulk.ts';

/** What to do with the documents that match. */
interface Changes {
  /** Changes one; answers how many that were. */
  change(stored: Documents, row: StoredRow): number;
  /** Where there is none: answers the `_id` of what was made in their stead. */
  otherwise?(stored: Documents): Value | undefined;
}

/**
 * Changes every document that matches, some in each transaction. As in MongoDB it is not one change: what is written
 * meanwhile is changed as well or not, and a refusal leaves those that were changed before.
 */
export async function changeAll(
  { limit, sync }: Command,
  server: Server,
  namespace: string,
  filter: Filter,
  { change, otherwise }: Changes,
): Promise<Statement> {
  const { store, catalog } = server;
  const places = await searchAll(server, namespace, filter, limit);
  if (places.length === 0 && otherwise) {
    const upsertedId = await store.write(() => otherwise(openDocuments(store, catalog, namespace)), sync);
    return upsertedId === undefined ? { n: 0 } : { n: 1, upsertedId };
  }
  let [n, modified] = [0, 0];
  for (let from = 0; from < places.length;) {
    checkTime(limit);
    const start = from;
    const part = await store.write((slice) => {
      const stored = openDocuments(store, catalog, namespace);
      const done = { matched: 0, changed: 0, at: start };
      do {
        const place = places[done.at++];
        const row = place && reread(store, stored, filter, place);
        if (!row) continue;
        done.changed += change(stored, row);
        done.matched++;
      } while (done.at < places.length && !slice.isOver());
      return done;
    }, sync);
    n += part.matched;
    modified += part.changed;
    from = part.at;
  }
  return { n, modified };
}
