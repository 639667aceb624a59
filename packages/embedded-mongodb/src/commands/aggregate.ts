import { anyValue, cursor, documents, required } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { everything } from '../query/filter.ts';
import { type Rows, rowsOf } from '../query/rows.ts';
import { asDocument, filterOf, limitOf, skipOf, sortOf, stageOf } from '../query/stages.ts';
import { type Doc, isDoc, type Value } from '../wire/value.ts';
import { hint, select, type Selection } from './find.ts';
import { statsDocument } from './stats.ts';

/** Takes a stage from the front of a pipeline, if the pipeline begins with it. */
function take<T>(pipeline: Doc[], name: string, parse: (spec: Value) => T): T | undefined {
  const spec = pipeline[0]?.size === 1 ? pipeline[0].get(name) : undefined;
  if (spec === undefined) return undefined;
  pipeline.shift();
  return parse(spec);
}

/** Takes the first stages that an index may serve. */
const takeSelection = (pipeline: Doc[]): Selection => ({
  filter: take(pipeline, '$match', filterOf) ?? everything,
  sort: take(pipeline, '$sort', sortOf) ?? [],
  skip: take(pipeline, '$skip', skipOf) ?? 0,
  limit: take(pipeline, '$limit', limitOf) ?? 0,
});

export async function aggregate(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const { pipeline, ...others } = argumentsOf(command, {
    pipeline: required(documents),
    cursor,
    hint,
    allowDiskUse: anyValue,
  });
  if (typeof body.get('aggregate') !== 'string')
    refuse(
      'InvalidNamespace',
      `${pipeline[0]?.keys().next().value ?? 'aggregate'} over a whole database is not supported`,
    );
  const namespace = namespaceOf(command);
  if (!isDoc(body.get('cursor')))
    refuse(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const stats = take(pipeline, '$collStats', (spec) => asDocument('$collStats', spec));
  const source: Rows = stats
    ? rowsOf([await statsDocument(stats, namespace, command, server)])
    : select(server, namespace, { ...takeSelection(pipeline), hint: others.hint });
  const rows = pipeline.map(stageOf).reduce((before, stage) => stage(before), source);
  return server.cursors.open(namespace, rows, { batchSize: others.cursor, limit });
}
