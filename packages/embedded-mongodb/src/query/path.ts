import { refuse } from '../error.ts';
import { type Fields, isFields } from '../wire/raw-document.ts';
import { type Value } from '../wire/value.ts';

/** The value at a path; undefined if the field is missing. */
export type Leaf = Value | undefined;

/** Documents nest no deeper than this. */
const maxParts = 180;

/** The names in a dotted path. @throws MongoError Overflow for a path that is deeper than a document can be */
export function splitPath(path: string): string[] {
  const parts = path.split('.', maxParts + 1);
  return parts.length > maxParts ? refuse('Overflow', `a path has at most ${maxParts} parts`) : parts;
}

export const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** @throws MongoError for a path that may name an element of an array by its index */
export function refuseIndexes(path: string, parts: readonly string[]): void {
  if (parts.slice(1).some(isIndex))
    refuse('BadValue', `the path '${path}' has a number for a name, which is not supported by this server`);
}

/** The names in a path that stands for a field. @throws MongoError for an empty name or an operator's */
export function fieldParts(path: string): string[] {
  const parts = splitPath(path);
  if (path === '') refuse(40352, 'FieldPath cannot be constructed with empty string');
  if (parts.includes('')) refuse(15998, `FieldPath field names may not be empty strings: '${path}'`);
  if (parts.some((part) => part.startsWith('$')))
    refuse(16410, `FieldPath field names may not start with '$': '${path}'`);
  return parts;
}

/** The value at a path, or the first array on it. */
export function leafOf(document: Fields, parts: readonly string[]): Leaf {
  let node: Leaf = document;
  for (const part of parts) {
    node = isFields(node) ? node.get(part) : undefined;
    if (Array.isArray(node)) return node;
  }
  return node;
}

/**
 * All values at a dotted path. As in MongoDB, a path goes on in each document of an array; an array without documents
 * gives no value, not a missing field.
 */
export function leavesOf(document: Fields, parts: readonly string[]): Leaf[] {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return [document.get(first)];
  const leaves: Leaf[] = [];
  walk(document, parts, 0, leaves);
  return leaves;
}

/** A value that an index holds of a field: null for a missing field, undefined for an empty array. */
export type Indexed = Value | undefined;

/** What an index holds of a field of a document. */
interface IndexedValues {
  /** One, unless an array is on the path. */
  readonly values: readonly Indexed[];
  /** The first array on the path, or the value. */
  readonly array: readonly Value[] | undefined;
}

/**
 * The values at a dotted path as an index holds them: the elements of an array instead of the array, and those of each document
 * of an array that the path leads through.
 */
export function indexedValuesOf(document: Fields, parts: readonly string[]): IndexedValues {
  const first = leafOf(document, parts) ?? null;
  if (!Array.isArray(first)) return { values: [first], array: undefined };
  const values: Indexed[] = [];
  collect(document, parts, 0, values);
  return { values, array: first };
}

function collect(node: Leaf, parts: readonly string[], depth: number, values: Indexed[]): void {
  const part = parts[depth];
  if (part === undefined) {
    if (!Array.isArray(node)) values.push(node ?? null);
    else if (node.length === 0) values.push(undefined);
    else for (const item of node) values.push(item);
  } else if (isFields(node)) collect(node.get(part), parts, depth + 1, values);
  else if (!Array.isArray(node) || node.length === 0) values.push(null);
  else
    for (const entry of node)
      if (entry instanceof Map) collect(entry, parts, depth, values);
      else values.push(null);
}

function walk(node: Leaf, parts: readonly string[], depth: number, leaves: Leaf[]): void {
  const part = parts[depth];
  if (part === undefined) leaves.push(node);
  else if (isFields(node)) walk(node.get(part), parts, depth + 1, leaves);
  else if (!Array.isArray(node)) leaves.push(undefined);
  else for (const entry of node) if (entry instanceof Map) walk(entry, parts, depth, leaves);
}
