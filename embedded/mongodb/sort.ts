import { refuse } from './error.ts';
import { refuseIndexes, splitPath } from './path.ts';
import { numeric, type Doc, type Value } from './value.ts';

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Parses a sort document. @throws MongoError for a path or a direction that MongoDB refuses, or `$natural` */
export const parseSort = (sort: Doc): SortField[] =>
  [...sort].map(([path, direction]) => {
    const parts = splitPath(path);
    if (path === '') refuse('Location40352', 'FieldPath cannot be constructed with empty string');
    if (path === '$natural') refuse('BadValue', 'a sort by $natural is not supported by this server');
    if (parts.includes(''))
      refuse('Location15998', `FieldPath field names may not be empty strings: '${path}'`);
    if (parts.some((part) => part.startsWith('$')))
      refuse('Location16410', `FieldPath field names may not start with '$': '${path}'`);
    refuseIndexes(path, parts);
    return { path, parts, descending: directionOf(path, direction) < 0 };
  });

function directionOf(path: string, direction: Value): number {
  const order = Number(
    numeric(direction) ?? refuse('Location15974', `Illegal key in $sort specification: ${path}`),
  );
  if (order !== 1 && order !== -1)
    refuse('Location15975', '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return order;
}
