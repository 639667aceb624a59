import { filterOf, required, text, whole } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server, words } from '../command.ts';
import { refuse } from '../error.ts';
import { leavesOf, refuseIndexes, splitPath } from '../query/path.ts';
import { keyOf } from '../storage/key.ts';
import { under } from '../storage/key-range.ts';
import { visitAll } from '../time-limit.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc, numeric, type Value } from '../wire/value.ts';
import { hintOf, select, type Selection } from './find.ts';

/** Reads the arguments of `count`; `explain` takes them as well. A negative limit counts as a positive one. */
export function countSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...words('query limit skip hint'));
  const limit = Number(numeric(body.get('limit') ?? undefined) ?? 0);
  return {
    filter: filterOf(body, 'query'),
    sort: [],
    skip: whole(body, 'skip'),
    limit: limit < 0 && Number.isInteger(limit) ? -limit : whole(body, 'limit'),
    hint: hintOf(body),
  };
}

/** How many rows are selected; without conditions the keys alone are counted. */
export async function count(command: Command, server: Server): Promise<Doc> {
  const namespace = namespaceOf(command);
  const selection = countSelection(command);
  const { filter, skip, limit, hint } = selection;
  let n = 0;
  if (filter.kind === 'and' && filter.of.length === 0 && hint === undefined) {
    const collection = server.catalog.get(namespace);
    const all = collection ? server.store.count(under(collection.documents)) : 0;
    n = Math.max(0, Math.min(all - skip, limit > 0 ? limit : all));
  } else await visitAll(select(server, namespace, selection), command.limit, () => (n += 1));
  return doc({ n, ok: 1 });
}

/** The values of a reply are no larger than a document may be. */
const maxDistinct = 16 * 1024 * 1024;

/** Every value of a field once; of an array its elements. */
export async function distinct(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  const key = required('distinct', body, 'key', text);
  const parts = splitPath(key);
  refuseIndexes(key, parts);
  allow(command, ...words('key query hint'));
  const selection = { filter: filterOf(body, 'query'), sort: [], skip: 0, limit: 0, hint: hintOf(body) };
  const found = new Map<string, Value>();
  let bytes = 0;
  await visitAll(select(server, namespaceOf(command), selection), command.limit, (row) => {
    for (const value of leavesOf(row.doc, parts).flat()) {
      if (value === undefined) continue;
      const mark = keyOf(value).toString('latin1');
      if (found.has(mark)) continue;
      found.set(mark, value);
      bytes += encode(doc({ value })).length;
      if (bytes > maxDistinct) refuse(17217, 'distinct too big, 16mb cap');
    }
  });
  return doc({ values: [...found.values()], ok: 1 });
}
