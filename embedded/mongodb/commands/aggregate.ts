import { allow, documents, filterOf, namespaceOf, refuseExtras, refuseUnless, text } from '../command.ts';
import { document, whole, words, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { parseFilter } from '../filter.ts';
import { keyOf } from '../key.ts';
import { leavesOf, splitPath } from '../path.ts';
import { parseSort } from '../planner.ts';
import { inBulk, rowsFrom } from '../rows.ts';
import { type Rows } from '../scan.ts';
import { amount, asDocument, stageOf } from '../stages.ts';
import { doc, truthy, type Doc, type Value } from '../value.ts';
import { statsDocument } from './collections.ts';
import { hintOf, select, type Selection } from './find.ts';

/** What the first stages select, by an index if there is one, and the stages that are left. */
function split(
  pipeline: readonly Doc[],
  hint: Value | undefined,
): { selection: Selection; rest: readonly Doc[] } {
  const rest = [...pipeline];
  const take = (name: string): Value | undefined =>
    rest[0]?.has(name) && rest[0].size === 1 ? rest.shift()?.get(name) : undefined;
  const match = take('$match');
  const sort = take('$sort');
  const skip = take('$skip');
  const limit = take('$limit');
  const selection = {
    filter: parseFilter(match === undefined ? doc({}) : asDocument('$match', match)),
    sort: sort === undefined ? [] : parseSort(asDocument('$sort', sort)),
    skip: skip === undefined ? 0 : amount('$skip', skip, 0),
    limit: limit === undefined ? 0 : amount('$limit', limit, 1),
    hint,
  };
  return { selection, rest };
}

const nameOf = (stage: Doc | undefined): string => stage?.keys().next().value ?? 'aggregate';

/** The rows that a pipeline begins with, and the stages that are left. */
function sourceOf(
  pipeline: readonly Doc[],
  namespace: string,
  { body, deadline }: Command,
  server: Server,
): { source: Rows; rest: readonly Doc[] } {
  const [first, ...others] = pipeline;
  if (first && nameOf(first) === '$collStats') {
    const stats = statsDocument(document(first, '$collStats'), namespace, server);
    return { source: rowsFrom([{ doc: stats }]), rest: others };
  }
  const { selection, rest } = split(pipeline, hintOf(body));
  return { source: select(server, namespace, selection, deadline), rest };
}

/** The part of a pipeline that reads the collection. */
export const pipelineSelection = ({ body }: Command): Selection =>
  split(documents(body, 'pipeline'), hintOf(body)).selection;

export async function aggregate(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  allow(
    command,
    ...words('pipeline cursor allowDiskUse hint collation let bypassDocumentValidation explain'),
  );
  refuseExtras(body);
  refuseUnless(body, 'explain', (value) => !truthy(value));
  const pipeline = documents(body, 'pipeline');
  if (typeof body.get('aggregate') !== 'string')
    refuse('InvalidNamespace', `${nameOf(pipeline[0])} over a whole database is not supported`);
  const namespace = namespaceOf(command);
  const { source, rest } = sourceOf(pipeline, namespace, command, server);
  const rows = rest.reduce<Rows>((before, stage) => stageOf(stage)(before), source);
  const cursor = document(body, 'cursor');
  const batchSize = cursor.has('batchSize') ? whole(cursor, 'batchSize') : undefined;
  return server.cursors.open(namespace, rows, { batchSize, singleBatch: false });
}

export function distinctSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...words('key query collation hint'));
  refuseExtras(body);
  return { filter: filterOf(body, 'query'), sort: [], skip: 0, limit: 0, hint: hintOf(body) };
}

export async function distinct(command: Command, server: Server): Promise<Doc> {
  const parts = splitPath(text(command.body, 'key'));
  const read = select(server, namespaceOf(command), distinctSelection(command), command.deadline);
  const found = new Map<string, Value>();
  for await (const rows of inBulk(read))
    for (const row of rows)
      for (const leaf of leavesOf(row.doc, parts))
        for (const value of Array.isArray(leaf) ? leaf : [leaf])
          if (value !== undefined) remember(found, value);
  return doc({ values: [...found.values()], ok: 1 });
}

function remember(found: Map<string, Value>, value: Value): void {
  const key = keyOf(value).toString('latin1');
  if (!found.has(key)) found.set(key, value);
}
