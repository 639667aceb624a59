import { refuse } from './error.ts';
import { isIndex } from './path.ts';
import { type Doc, type Value } from './value.ts';

/** An update may not stretch an array further than this. */
const maxPadding = 1_500_000;

/** What an update finds at a path: unlike a query, it enters arrays by index only. */
export function getAt(document: Doc, parts: readonly string[]): Value | undefined {
  let node: Value | undefined = document;
  for (const part of parts) node = child(node, part);
  return node;
}

function child(node: Value | undefined, part: string): Value | undefined {
  if (node instanceof Map) return node.get(part);
  return Array.isArray(node) && isIndex(part) ? node[Number(part)] : undefined;
}

/**
 * Puts a value at a path, making the documents on the way; `undefined` takes it away.
 * @throws MongoError PathNotViable when something on the way cannot hold fields
 */
export function setAt(document: Doc, parts: readonly string[], value: Value | undefined): void {
  let node: Value = document;
  for (const part of parts.slice(0, -1)) {
    const next = child(node, part);
    if (next === undefined && value === undefined) return;
    const entered: Value = next === undefined ? new Map<string, Value>() : next;
    if (next === undefined) put(node, part, entered);
    node = entered;
  }
  put(node, parts.at(-1) ?? '', value);
}

function put(node: Value, part: string, value: Value | undefined): void {
  if (node instanceof Map) {
    if (value === undefined) node.delete(part);
    else node.set(part, value);
  } else if (Array.isArray(node) && isIndex(part)) putItem(node, Number(part), value);
  else if (value !== undefined)
    refuse('PathNotViable', `Cannot create field '${part}' in a value without fields`);
}

/** An element that is taken away leaves a null behind. */
function putItem(items: Value[], index: number, value: Value | undefined): void {
  if (value === undefined && index >= items.length) return;
  if (index > items.length + maxPadding)
    refuse('BadValue', `the array index ${index} is too far beyond its end`);
  while (items.length < index) items.push(null);
  items[index] = value ?? null;
}
