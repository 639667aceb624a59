import { anything, cursor, documents, required } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { parseFilter } from '../query/filter.ts';
import { type Rows, rowsOf } from '../query/rows.ts';
import { asDocument, limitOf, skipOf, sortOf, stageOf } from '../query/stages.ts';
import { type Doc, doc, isDoc, type Value } from '../wire/value.ts';
import { hint, select, type Selection } from './find.ts';
import { statsDocument } from './stats.ts';

/** Takes a stage from the front of a pipeline, if the pipeline begins with it. */
function take(pipeline: Doc[], name: string): Value | undefined {
  const spec = pipeline[0]?.size === 1 ? pipeline[0].get(name) : undefined;
  if (spec !== undefined) pipeline.shift();
  return spec;
}

/** Takes the first stages that an index may serve. */
function takeSelection(pipeline: Doc[]): Selection {
  const [filter, sort] = [take(pipeline, '$match'), take(pipeline, '$sort')];
  const [skip, limit] = [take(pipeline, '$skip'), take(pipeline, '$limit')];
  return {
    filter: parseFilter(filter === undefined ? doc({}) : asDocument('$match', filter)),
    sort: sort === undefined ? [] : sortOf(sort),
    skip: skip === undefined ? 0 : skipOf(skip),
    limit: limit === undefined ? 0 : limitOf(limit),
  };
}

export function aggregate(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const { pipeline, ...others } = argumentsOf(command, {
    pipeline: required(documents),
    cursor,
    hint,
    allowDiskUse: anything,
  });
  if (typeof body.get('aggregate') !== 'string')
    refuse(
      'InvalidNamespace',
      `${pipeline[0]?.keys().next().value ?? 'aggregate'} over a whole database is not supported`,
    );
  const namespace = namespaceOf(command);
  const stats = take(pipeline, '$collStats');
  const selection = stats === undefined ? takeSelection(pipeline) : undefined;
  const stages = pipeline.map(stageOf);
  if (!isDoc(body.get('cursor')))
    refuse(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const source: Rows = selection
    ? select(server, namespace, { ...selection, hint: others.hint })
    : rowsOf([statsDocument(asDocument('$collStats', stats ?? null), namespace, server)]);
  const rows = stages.reduce((before, stage) => stage(before), source);
  return server.cursors.open(namespace, rows, { batchSize: others.cursor, limit });
}
