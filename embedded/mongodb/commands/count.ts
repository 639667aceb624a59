import { allow, namespaceOf, refuseExtras, words, type Command, type Server } from '../command.ts';
import { filterOf, required, text } from '../arguments.ts';
import { encode } from '../bson-write.ts';
import { refuse } from '../error.ts';
import { keyOf } from '../key.ts';
import { under } from '../key-range.ts';
import { leavesOf, refuseIndexes, splitPath } from '../path.ts';
import { inBulk } from '../rows.ts';
import { doc, type Doc, type Value } from '../value.ts';
import { countSelection, hintOf, select, type Selection } from './find.ts';

/** How many rows are selected; without conditions the keys alone are counted. */
export async function count(command: Command, server: Server): Promise<Doc> {
  const namespace = namespaceOf(command);
  const selection = countSelection(command);
  const { filter, skip, limit, hint } = selection;
  const isAll = filter.kind === 'and' && filter.of.length === 0 && hint === undefined;
  let n = 0;
  if (isAll) {
    const collection = server.catalog.get(namespace);
    const all = collection ? server.store.count(under(collection.documents)) : 0;
    n = Math.max(0, Math.min(all - skip, limit > 0 ? limit : all));
  } else
    for await (const rows of inBulk(select(server, namespace, selection, command.limit))) n += rows.length;
  return doc({ n, ok: 1 });
}

export function distinctSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...words('key query collation hint'));
  refuseExtras(body);
  return { filter: filterOf(body, 'query'), sort: [], skip: 0, limit: 0, hint: hintOf(body) };
}

/** The values of a reply are no larger than a document may be. */
const maxDistinct = 16 * 1024 * 1024;

/** Every value of a field once; of an array its elements. */
export async function distinct(command: Command, server: Server): Promise<Doc> {
  const key = required('distinct', command.body, 'key', text);
  const parts = splitPath(key);
  refuseIndexes(key, parts);
  const rows = select(server, namespaceOf(command), distinctSelection(command), command.limit);
  const found = new Map<string, Value>();
  let bytes = 0;
  for await (const some of inBulk(rows))
    for (const row of some)
      for (const leaf of leavesOf(row.doc, parts))
        for (const value of Array.isArray(leaf) ? leaf : [leaf]) {
          if (value === undefined) continue;
          const mark = keyOf(value).toString('latin1');
          if (found.has(mark)) continue;
          found.set(mark, value);
          bytes += encode(doc({ value })).length;
          if (bytes > maxDistinct) refuse('Location17217', 'distinct too big, 16mb cap');
        }
  return doc({ values: [...found.values()], ok: 1 });
}
