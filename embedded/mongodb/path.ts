import { type Doc, type Value } from './value.ts';

/** What a path leads to: a value, or undefined where the field is missing. */
export type Leaf = Value | undefined;

export const splitPath = (path: string): string[] => path.split('.');

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/**
 * Everything a dotted path leads to. An array on the way is entered twice, as in MongoDB: by a numeric part as an
 * index, and by its documents one by one; an array without documents leads to nothing, not to a missing field.
 */
export function leavesOf(document: Doc, parts: readonly string[]): Leaf[] {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return [document.get(first)];
  const leaves: Leaf[] = [];
  walk(document, parts, 0, leaves);
  return leaves;
}

function walk(node: Leaf, parts: readonly string[], depth: number, leaves: Leaf[]): void {
  const part = parts[depth];
  if (part === undefined) leaves.push(node);
  else if (node instanceof Map) walk(node.get(part), parts, depth + 1, leaves);
  else if (Array.isArray(node)) walkArray(node, part, parts, depth, leaves);
  else leaves.push(undefined);
}

function walkArray(
  items: readonly Value[],
  part: string,
  parts: readonly string[],
  depth: number,
  leaves: Leaf[],
): void {
  const item = isIndex(part) ? items[Number(part)] : undefined;
  if (item !== undefined) walk(item, parts, depth + 1, leaves);
  for (const entry of items) if (entry instanceof Map) walk(entry, parts, depth, leaves);
}

/** The leaves of a path with the elements of arrays among them, each leaf before its elements. */
export function spread(leaves: readonly Leaf[]): Leaf[] {
  if (!leaves.some(Array.isArray)) return [...leaves];
  return leaves.flatMap((leaf) => (Array.isArray(leaf) ? [leaf, ...leaf] : [leaf]));
}

/** An array seen as a document of its indexes. */
export const asDoc = (items: readonly Value[]): Doc =>
  new Map(items.map((item, index) => [String(index), item]));
