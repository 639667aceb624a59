import { refuse } from './error.ts';
import { isIndex } from './path.ts';
import { type Doc, type Value } from './value.ts';

/** What an update finds at a path: unlike a query, it enters no arrays. */
export function getAt(document: Doc, parts: readonly string[]): Value | undefined {
  let node: Value | undefined = document;
  for (const part of parts) {
    if (Array.isArray(node) && isIndex(part)) refuseElement(part);
    node = node instanceof Map ? node.get(part) : undefined;
  }
  return node;
}

const refuseElement = (part: string): never =>
  refuse('BadValue', `an update of the element ${part} of an array is not supported by this server`);

/**
 * Puts a value at a path, making the documents on the way; `undefined` takes it away.
 * @throws MongoError PathNotViable when something on the way cannot hold fields
 */
export function setAt(document: Doc, parts: readonly string[], value: Value | undefined): void {
  let node: Value = document;
  for (const [depth, part] of parts.entries()) {
    if (!(node instanceof Map)) {
      if (Array.isArray(node) && isIndex(part)) refuseElement(part);
      if (value === undefined) return;
      return refuse('PathNotViable', `Cannot create field '${part}' in a value without fields`);
    }
    const next: Value | undefined = node.get(part);
    if (depth === parts.length - 1) {
      if (value === undefined) node.delete(part);
      else node.set(part, value);
    } else if (next !== undefined) node = next;
    else if (value === undefined) return;
    else {
      const made: Doc = new Map();
      node.set(part, made);
      node = made;
    }
  }
}
