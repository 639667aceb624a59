import { document, documents, flag, required } from '../arguments.ts';
import { allow, namespaceOf, refuseExtras, words, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { parseFilter } from '../filter.ts';
import { rowsFrom } from '../rows.ts';
import { type Rows } from '../scan.ts';
import { asDocument, limitOf, skipOf, sortOf, stageOf, type Stage } from '../stages.ts';
import { doc, isDoc, type Doc, type Value } from '../value.ts';
import { batchSizeOf, hintOf, select, type Selection } from './find.ts';
import { statsDocument } from './stats.ts';

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
    sort: sort === undefined ? [] : sortOf(sort),
    skip: skip === undefined ? 0 : skipOf(skip),
    limit: limit === undefined ? 0 : limitOf(limit),
    hint,
  };
  return { selection, rest };
}

/** A pipeline, checked: what it begins with, and the stages after that. */
interface Pipeline {
  /** The statistics of the collection instead of its documents. */
  readonly stats: Doc | undefined;
  readonly selection: Selection;
  readonly stages: readonly Stage[];
  readonly rest: readonly Doc[];
}

/** Reads the arguments of an aggregation. `explain` takes them as well. */
export function pipelineOf(command: Command): Pipeline {
  const { body } = command;
  allow(
    command,
    ...words('pipeline cursor allowDiskUse hint collation let bypassDocumentValidation explain'),
  );
  refuseExtras(body);
  if (flag(body, 'explain'))
    refuse('CommandNotSupported', "the option 'explain' is not supported by this server");
  const pipeline = required('aggregate', body, 'pipeline', documents);
  const [first, ...others] = pipeline;
  if (typeof body.get('aggregate') !== 'string') {
    const name = first?.keys().next().value ?? 'aggregate';
    refuse('InvalidNamespace', `${name} over a whole database is not supported`);
  }
  const stats = first?.has('$collStats') && first.size === 1 ? first : undefined;
  const { selection, rest } = split(stats ? others : pipeline, hintOf(body));
  const left = stats ? others : rest;
  return { stats, selection, stages: left.map(stageOf), rest: left };
}

export async function aggregate(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const { stats, selection, stages } = pipelineOf(command);
  if (!isDoc(body.get('cursor')))
    refuse(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const namespace = namespaceOf(command);
  const source = stats
    ? rowsFrom([{ doc: statsDocument(document(stats, '$collStats'), namespace, server) }])
    : select(server, namespace, selection, limit);
  const rows = stages.reduce<Rows>((before, stage) => stage(before, limit), source);
  const cursor = document(body, 'cursor');
  return server.cursors.open(namespace, rows, { batchSize: batchSizeOf(cursor), singleBatch: false, limit });
}
