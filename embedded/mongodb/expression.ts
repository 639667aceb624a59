import { add, multiply, subtract } from './arithmetic.ts';
import { refuse } from './error.ts';
import { compare, equal } from './compare.ts';
import { splitPath, type Leaf } from './path.ts';
import { Double, isDoc, numeric, truthy, typeNames, typeOf, type Doc, type Value } from './value.ts';

/** Computes a value of a document; undefined where it leads to nothing. */
export type Expression = (document: Doc) => Value | undefined;

/**
 * Parses an expression: a path such as `$a.b`, an operator, a document of expressions, or a constant.
 * @throws MongoError naming an operator or variable that is not supported
 */
export function compileExpression(value: Value): Expression {
  if (typeof value === 'string' && value.startsWith('$')) return fieldPath(value);
  if (Array.isArray(value)) {
    const items = value.map(compileExpression);
    return (document) => items.map((item) => item(document) ?? null);
  }
  if (!isDoc(value)) return () => value;
  const first = value.keys().next().value;
  return first?.startsWith('$') ? operatorCall(first, value) : documentOf(value);
}

function documentOf(fields: Doc): Expression {
  const compiled = [...fields].map(([name, value]) => [name, compileExpression(value)] as const);
  return (document) => {
    const made: Doc = new Map();
    for (const [name, compute] of compiled) {
      const value = compute(document);
      if (value !== undefined) made.set(name, value);
    }
    return made;
  };
}

function fieldPath(path: string): Expression {
  if (path === '$$ROOT' || path === '$$CURRENT') return (document) => document;
  if (path === '$$NOW') return refuse('BadValue', 'the variable $$NOW is not supported');
  if (path.startsWith('$$ROOT.')) return fieldPath(path.slice('$$ROOT.'.length - 1).replace('.', '$'));
  if (path.startsWith('$$')) return refuse('BadValue', `the variable ${path} is not supported`);
  const parts = splitPath(path.slice(1));
  if (parts.includes('')) refuse('BadValue', `the path '${path}' has an empty field name`);
  return (document) => follow(document, parts, 0);
}

/** Unlike a query, a path in an expression gathers from arrays, and knows no indexes. */
function follow(node: Leaf, parts: readonly string[], depth: number): Leaf {
  const part = parts[depth];
  if (part === undefined) return node;
  if (node instanceof Map) return follow(node.get(part), parts, depth + 1);
  if (!Array.isArray(node)) return undefined;
  return node.flatMap((item) => {
    const found = follow(item, parts, depth);
    return found === undefined ? [] : [found];
  });
}

type Operate = (args: readonly Leaf[]) => Leaf;

const missing = (value: Leaf): value is null | undefined => value === undefined || value === null;
const order = (args: readonly Leaf[]): number => {
  const [a, b] = args;
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compare(a, b);
};

function numbers(name: string, work: (a: Value, b: Value) => Value | undefined): Operate {
  return (args) => {
    if (args.some(missing)) return null;
    const [first, ...others] = args.flatMap((arg) => arg ?? []);
    const checked = (value: Value): Value =>
      numeric(value) === undefined ? refuse('TypeMismatch', `${name} only supports numeric types`) : value;
    return others.reduce<Value>(
      (a, b) => work(a, checked(b)) ?? refuse('BadValue', `${name} exceeds an int64`),
      checked(first ?? 0),
    );
  };
}

const divide = (a: Value, b: Value): Value => {
  if (Number(numeric(b)) === 0) refuse('BadValue', "can't $divide by zero");
  return new Double(Number(numeric(a)) / Number(numeric(b)));
};

function toDouble(value: Leaf): Leaf {
  if (missing(value)) return null;
  return new Double(Number(numeric(value) ?? refuse('BadValue', '$toDouble of what is no number')));
}

function strings(name: string, work: (texts: readonly string[]) => Value): Operate {
  return (args) => {
    if (args.some(missing)) return null;
    const texts = args.map((arg) =>
      typeof arg === 'string' ? arg : refuse('TypeMismatch', `${name} only supports strings`),
    );
    return work(texts);
  };
}

/** Operators by name, with the fewest and most arguments they take. */
const operators: ReadonlyMap<string, readonly [least: number, most: number, operate: Operate]> = new Map<
  string,
  readonly [number, number, Operate]
>([
  ['$add', [1, 99, numbers('$add', add)]],
  ['$multiply', [1, 99, numbers('$multiply', multiply)]],
  ['$subtract', [2, 2, numbers('$subtract', subtract)]],
  ['$divide', [2, 2, numbers('$divide', divide)]],
  ['$toDouble', [1, 1, ([value]) => toDouble(value)]],
  ['$eq', [2, 2, (args) => order(args) === 0]],
  ['$ne', [2, 2, (args) => order(args) !== 0]],
  ['$gt', [2, 2, (args) => order(args) > 0]],
  ['$gte', [2, 2, (args) => order(args) >= 0]],
  ['$lt', [2, 2, (args) => order(args) < 0]],
  ['$lte', [2, 2, (args) => order(args) <= 0]],
  ['$and', [0, 99, (args) => args.every(truthy)]],
  ['$or', [0, 99, (args) => args.some(truthy)]],
  ['$not', [1, 1, ([value]) => !truthy(value)]],
  ['$cond', [3, 3, ([test, yes, no]) => (truthy(test) ? yes : no)]],
  ['$ifNull', [2, 99, (args) => args.find((arg) => !missing(arg)) ?? args.at(-1)]],
  ['$concat', [1, 99, strings('$concat', (texts) => texts.join(''))]],
  ['$toLower', [1, 1, ([text]) => (typeof text === 'string' ? text.toLowerCase() : '')]],
  ['$toUpper', [1, 1, ([text]) => (typeof text === 'string' ? text.toUpperCase() : '')]],
  [
    '$size',
    [1, 1, ([items]) => (Array.isArray(items) ? items.length : refuse('BadValue', '$size needs an array'))],
  ],
  ['$in', [2, 2, ([value, items]) => contains(items, value)]],
  ['$isArray', [1, 1, ([items]) => Array.isArray(items)]],
  ['$type', [1, 1, ([value]) => (value === undefined ? 'missing' : nameOf(typeOf(value)))]],
]);

const nameOf = (type: number): string =>
  [...typeNames].find(([, number]) => number === type)?.[0] ?? 'unknown';

function contains(items: Leaf, value: Leaf): boolean {
  if (!Array.isArray(items)) return refuse('BadValue', '$in needs an array');
  return value !== undefined && items.some((item) => equal(item, value));
}

function operatorCall(name: string, call: Doc): Expression {
  if (call.size !== 1)
    return refuse('BadValue', 'an expression specification must contain exactly one field');
  const operand = call.get(name) ?? null;
  if (name === '$literal') return () => operand;
  const [least, most, operate] =
    operators.get(name) ?? refuse('BadValue', `unrecognized or unsupported expression '${name}'`);
  const given = name === '$cond' && isDoc(operand) ? branches(operand) : operand;
  const args = (Array.isArray(given) ? given : [given]).map(compileExpression);
  if (args.length < least || args.length > most)
    refuse('BadValue', `expression ${name} takes ${least} to ${most} arguments, ${args.length} were passed`);
  return (document) => operate(args.map((arg) => arg(document)));
}

function branches(cond: Doc): Value[] {
  return ['if', 'then', 'else'].map(
    (name) => cond.get(name) ?? refuse('BadValue', `missing '${name}' of $cond`),
  );
}
