import { filter, type Reader, required, text, whole } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { leavesOf, refuseIndexes, splitPath } from '../query/path.ts';
import { keyText } from '../storage/key.ts';
import { documentCounts } from '../storage/place.ts';
import { visitAll } from '../time-limit.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc, numeric, type Value } from '../wire/value.ts';
import { hint, select } from './find.ts';

/** A negative limit counts as a positive one. */
const countLimit: Reader<number> = (fields, name, where) => {
  const limit = Number(numeric(fields.get(name) ?? undefined) ?? 0);
  return limit < 0 && Number.isInteger(limit) ? -limit : whole(fields, name, where);
};

/** Reads the arguments of `count`; `explain` takes them as well. */
export function countArguments(command: Command) {
  const { query, ...others } = argumentsOf(command, { query: filter, limit: countLimit, skip: whole, hint });
  return { filter: query, ...others };
}

/** How many rows are selected; without conditions the keys alone are counted. */
export async function count(command: Command, server: Server): Promise<Doc> {
  const namespace = namespaceOf(command);
  const selection = countArguments(command);
  const { filter: wanted, skip, limit } = selection;
  let n = 0;
  if (wanted.kind === 'and' && wanted.of.length === 0 && selection.hint === undefined) {
    const collection = server.catalog.get(namespace);
    let all = 0;
    if (collection)
      await visitAll(documentCounts(server.store, collection), command.limit, (some) => (all += some));
    n = Math.max(0, Math.min(all - skip, limit > 0 ? limit : all));
  } else await visitAll(select(server, namespace, selection), command.limit, () => (n += 1));
  return doc({ n, ok: 1 });
}

/** The values of a reply are no larger than a document may be. */
const maxDistinct = 16 * 1024 * 1024;

/** Every value of a field once; of an array its elements. */
export async function distinct(command: Command, server: Server): Promise<Doc> {
  const { key, query, ...others } = argumentsOf(command, { key: required(text), query: filter, hint });
  const parts = splitPath(key);
  refuseIndexes(key, parts);
  const found = new Map<string, Value>();
  let bytes = 0;
  const rows = select(server, namespaceOf(command), { filter: query, ...others });
  await visitAll(rows, command.limit, (row) => {
    for (const value of leavesOf(row, parts).flat()) {
      if (value === undefined) continue;
      const mark = keyText(value);
      if (found.has(mark)) continue;
      found.set(mark, value);
      bytes += encode(doc({ value })).length;
      if (bytes > maxDistinct) refuse(17217, 'distinct too big, 16mb cap');
    }
  });
  return doc({ values: [...found.values()], ok: 1 });
}
