import { refuse } from './error.ts';
import { composeKey } from './key.ts';
import { fieldParts, leafOf, refuseIndexes } from './path.ts';
import { numeric, type Doc, type Value } from './value.ts';

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Parses a sort document. @throws MongoError for a path or a direction that MongoDB refuses, or `$natural` */
export const parseSort = (sort: Doc): SortField[] =>
  [...sort].map(([path, direction]) => {
    if (path === '$natural') refuse('BadValue', 'a sort by $natural is not supported by this server');
    const parts = fieldParts(path);
    refuseIndexes(path, parts);
    return { path, parts, descending: directionOf(path, direction) < 0 };
  });

function directionOf(path: string, direction: Value): number {
  const order = Number(numeric(direction) ?? refuse(15974, `Illegal key in $sort specification: ${path}`));
  if (order !== 1 && order !== -1)
    refuse(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return order;
}

/** A document's place in an order. @throws MongoError BadValue where an array stands on a path */
export const sortKey = (document: Doc, sort: readonly SortField[]): Buffer =>
  composeKey((writer) => {
    for (const { path, parts, descending } of sort) {
      const refuseArray = (): never =>
        refuse(
          'BadValue',
          `a sort by '${path}', where a document has an array, is not supported by this server`,
        );
      writer.value(leafOf(document, parts, refuseArray) ?? null, descending);
    }
  });
