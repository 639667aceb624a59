import { document, documents, required } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server, words } from '../command.ts';
import { refuse } from '../error.ts';
import { parseFilter } from '../query/filter.ts';
import { Row, type Rows } from '../query/rows.ts';
import { asDocument, limitOf, skipOf, sortOf, type Stage, stageOf } from '../query/stages.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc, isDoc, type Value } from '../wire/value.ts';
import { batchSizeOf, hintOf, select, type Selection } from './find.ts';
import { statsDocument } from './stats.ts';

/** What the first stages select, by an index if there is one, and the stages that are left. */
function split(
  pipeline: readonly Doc[],
  hint: Value | undefined,
): { selection: Selection; rest: readonly Doc[] } {
  const rest = [...pipeline];
  const take = <T>(name: string, read: (spec: Value) => T, otherwise: T): T => {
    const spec = rest[0]?.size === 1 ? rest[0].get(name) : undefined;
    if (spec === undefined) return otherwise;
    rest.shift();
    return read(spec);
  };
  const filter = parseFilter(take('$match', (spec) => asDocument('$match', spec), doc({})));
  const sort = take('$sort', sortOf, []);
  const skip = take('$skip', skipOf, 0);
  return { selection: { filter, sort, skip, limit: take('$limit', limitOf, 0), hint }, rest };
}

/** A pipeline, checked: what it begins with, and the stages after that. */
interface Pipeline {
  /** The statistics of the collection instead of its documents. */
  readonly stats: Doc | undefined;
  readonly selection: Selection;
  readonly stages: readonly Stage[];
}

/** Reads the arguments of an aggregation. */
function pipelineOf(command: Command): Pipeline {
  const { body } = command;
  allow(command, ...words('pipeline cursor allowDiskUse hint'));
  const pipeline = required('aggregate', body, 'pipeline', documents);
  const [first, ...others] = pipeline;
  if (typeof body.get('aggregate') !== 'string') {
    const name = first?.keys().next().value ?? 'aggregate';
    refuse('InvalidNamespace', `${name} over a whole database is not supported`);
  }
  const spec = first?.size === 1 ? first.get('$collStats') : undefined;
  const stats = spec === undefined ? undefined : asDocument('$collStats', spec);
  const { selection, rest } = split(stats ? [] : pipeline, hintOf(body));
  return { stats, selection, stages: (stats ? others : rest).map(stageOf) };
}

export function aggregate(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const { stats, selection, stages } = pipelineOf(command);
  if (!isDoc(body.get('cursor')))
    refuse(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const namespace = namespaceOf(command);
  const source = stats
    ? [new Row(encode(statsDocument(stats, namespace, server)))].values()
    : select(server, namespace, selection);
  const rows = stages.reduce<Rows>((before, stage) => stage(before), source);
  return server.cursors.open(namespace, rows, { batchSize: batchSizeOf(document(body, 'cursor')), limit });
}
