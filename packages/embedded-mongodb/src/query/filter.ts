import { refuse } from '../error.ts';
import { keyText, tagOf } from '../storage/key.ts';
import { type Fields } from '../wire/raw-document.ts';
import { type Doc, isDoc, numeric, truthy, type Value } from '../wire/value.ts';
import { compare, equal } from './compare.ts';
import { type Leaf, leavesOf, refuseIndexes, splitPath } from './path.ts';
import { prefixIn } from './prefix-pattern.ts';

/** One condition on one path. */
export interface Condition {
  readonly kind: 'condition';
  readonly path: string;
  readonly parts: readonly string[];
  readonly operator: string;
  readonly operand: Value;
  readonly test: Predicate;
}

/** A parsed query. */
export type Filter = { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] } | Condition;

/** The query that every document satisfies. */
export const everything: Filter = { kind: 'and', of: [] };

/**
 * Parses a query document.
 * @throws MongoError BadValue naming an operator that is unknown or not supported
 */
export function parseFilter(query: Doc): Filter {
  const of = [...query].flatMap(([name, value]) => parseField(name, value));
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of };
}

function parseField(name: string, value: Value): Filter[] {
  if (name === '$and' || name === '$or') return [parseLogic(name, value)];
  if (name === '$comment') return [];
  if (name.startsWith('$')) refuse('BadValue', `unknown top level operator: ${name}`);
  const operators: Iterable<[string, Value]> = isDoc(value) && isOperators(value) ? value : [['$eq', value]];
  return [...operators].map(([operator, operand]) => condition(name, operator, operand));
}

function parseLogic(name: '$and' | '$or', value: Value): Filter {
  if (!Array.isArray(value) || value.length === 0)
    return refuse('BadValue', `${name} must be a nonempty array`);
  const of = value.map((entry) =>
    isDoc(entry) ? parseFilter(entry) : refuse('BadValue', `${name} entries need to be full objects`),
  );
  return { kind: name === '$and' ? 'and' : 'or', of };
}

function condition(path: string, operator: string, operand: Value): Condition {
  const parts = splitPath(path);
  refuseIndexes(path, parts);
  return { kind: 'condition', path, parts, operator, operand, test: predicate(operator, operand) };
}

/** Whether a document satisfies a query. @throws MongoError if the check takes too long */
export function matches(filter: Filter, document: Fields): boolean {
  beginDocument();
  return holds(filter, document);
}

function holds(filter: Filter, document: Fields): boolean {
  if (filter.kind === 'condition') return filter.test(leavesOf(document, filter.parts));
  if (filter.kind === 'and') return filter.of.every((part) => holds(part, document));
  return filter.of.some((part) => holds(part, document));
}

/** The rest of a query of which some parts are known to hold. */
export function without(filter: Filter, known: ReadonlySet<Filter>): Filter {
  if (known.has(filter)) return everything;
  if (filter.kind !== 'and') return filter;
  const of = filter.of.map((part) => without(part, known));
  return { kind: 'and', of: of.filter((part) => part.kind !== 'and' || part.of.length > 0) };
}

/** Tests the leaves of a path. */
type Predicate = (leaves: readonly Leaf[]) => boolean;

/** Whether a document has operators rather than being a value itself. */
function isOperators(value: Doc): boolean {
  const first = value.keys().next().value;
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** The elements that a filter compares in one document at most, some 50 ns each. */
const mostCompared = 2_000_000;
let left = mostCompared;

/** Resets the count of compared elements. */
function beginDocument(): void {
  left = mostCompared;
}

/** Counts compared elements: others wait while a document is tested. @throws MongoError if there are too many */
function spend(effort: number): void {
  left -= effort;
  if (left < 0) refuse(51156, 'a filter takes too long on one document');
}

const makers: ReadonlyMap<string, (operand: Value) => Predicate> = new Map([
  ['$eq', equalTo],
  ['$ne', (operand) => not(equalTo(operand))],
  ['$in', (operand) => anyOf('$in', operand)],
  ['$nin', (operand) => not(anyOf('$nin', operand))],
  ['$gt', (operand) => ordered(operand, (order) => order > 0)],
  ['$gte', (operand) => ordered(operand, (order) => order >= 0)],
  ['$lt', (operand) => ordered(operand, (order) => order < 0)],
  ['$lte', (operand) => ordered(operand, (order) => order <= 0)],
  ['$exists', (operand) => exists(truthy(operand))],
  ['$regex', beginsWith],
]);

/** The test for one operator. @throws MongoError BadValue naming an operator or operand that is not supported */
function predicate(operator: string, operand: Value): Predicate {
  const make = makers.get(operator) ?? refuse('BadValue', `unknown operator: ${operator}`);
  return make(operand);
}

const not =
  (test: Predicate): Predicate =>
  (leaves) =>
    !test(leaves);

/** Tests a leaf, or any element of a leaf that is an array. */
function anyLeaf(test: (leaf: Leaf) => boolean): Predicate {
  return (leaves) =>
    leaves.some((leaf) => {
      if (test(leaf)) return true;
      if (!Array.isArray(leaf)) return false;
      spend(leaf.length);
      return leaf.some((item) => test(item));
    });
}

function equalTo(operand: Value): Predicate {
  if (operand === null) return anyLeaf((leaf) => leaf === undefined || leaf === null);
  return anyLeaf((leaf) => leaf !== undefined && equal(leaf, operand));
}

function anyOf(operator: string, operands: Value): Predicate {
  if (!Array.isArray(operands)) return refuse('BadValue', `${operator} needs an array`);
  if (operands.some((operand) => isDoc(operand) && isOperators(operand)))
    return refuse('BadValue', `cannot nest $ under ${operator}`);
  const keys = new Set(operands.map(keyText));
  const hasNull = operands.includes(null);
  return anyLeaf((leaf) => (leaf === undefined ? hasNull : keys.size > 0 && keys.has(keyText(leaf))));
}

/** Values compare with those of their own type only. */
function ordered(operand: Value, accept: (order: number) => boolean): Predicate {
  if (operand === null || isNaNValue(operand)) return accept(0) ? equalTo(operand) : () => false;
  const tag = tagOf(operand);
  return anyLeaf(
    (leaf) =>
      leaf !== undefined && tagOf(leaf) === tag && !isNaNValue(leaf) && accept(compare(leaf, operand)),
  );
}

/** Texts that begin with the prefix of a pattern. */
function beginsWith(operand: Value): Predicate {
  const prefix = prefixIn(operand);
  return anyLeaf((leaf) => typeof leaf === 'string' && leaf.startsWith(prefix));
}

const isNaNValue = (value: Value): boolean => Number.isNaN(numeric(value));

const exists =
  (wanted: boolean): Predicate =>
  (leaves) =>
    leaves.some((leaf) => leaf !== undefined) === wanted;
