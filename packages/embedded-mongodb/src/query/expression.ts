import { refuse } from '../error.ts';
import { type Fields, isFields } from '../wire/raw-document.ts';
import { isDoc, type Value } from '../wire/value.ts';
import { fieldParts, type Leaf } from './path.ts';

/** Computes a value from a document; undefined if its field is missing. */
export type Expression = (document: Fields) => Value | undefined;

/**
 * Parses an expression: the path of a field, such as `$a.b`, or a constant.
 * @throws MongoError naming an operator or a variable, of which none is supported
 */
export function compileExpression(value: Value): Expression {
  if (typeof value === 'string' && value.startsWith('$')) return fieldPath(value);
  if (Array.isArray(value))
    return refuse('BadValue', 'an array in an expression is not supported by this server');
  if (!isDoc(value)) return () => value;
  const [first = 'an empty document'] = value.keys();
  return first.startsWith('$')
    ? refuse('InvalidPipelineOperator', `Unrecognized expression '${first}'`)
    : refuse('BadValue', `a document in an expression is not supported by this server: '${first}'`);
}

function fieldPath(path: string): Expression {
  if (path.startsWith('$$')) refuse(17276, `Use of undefined variable: ${path.slice(2)}`);
  const parts = fieldParts(path.slice(1));
  return (document) => follow(document, parts, 0);
}

/** Unlike in a query, a path into an array gives an array: the values in its documents. */
function follow(node: Leaf, parts: readonly string[], depth: number): Leaf {
  const part = parts[depth];
  if (part === undefined) return node;
  if (isFields(node)) return follow(node.get(part), parts, depth + 1);
  if (!Array.isArray(node)) return undefined;
  return node.flatMap((item) => {
    const found = item instanceof Map ? follow(item, parts, depth) : undefined;
    return found === undefined ? [] : [found];
  });
}
