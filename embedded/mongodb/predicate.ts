import { compare, equal } from './compare.ts';
import { refuse } from './error.ts';
import { keyOf, tagOf } from './key.ts';
import { type Leaf } from './path.ts';
import { isDoc, numeric, truthy, type Doc, type Value } from './value.ts';

/** Tests what a path led to. */
export type Predicate = (leaves: readonly Leaf[]) => boolean;

/** Whether a document holds operators rather than being a value itself. */
export function isOperators(value: Doc): boolean {
  const first = value.keys().next().value;
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** Elements that are compared, some 50 ns each: no document has more of them. */
const mostCompared = 2_000_000;
let left = mostCompared;

/** What a filter may spend begins anew with each document. */
export function beginDocument(): void {
  left = mostCompared;
}

/** Counts the work on a document, which is not parted. @throws MongoError where it would go on for too long */
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
]);

/** The test for one operator. @throws MongoError BadValue naming an operator or operand that is not supported */
export function predicate(operator: string, operand: Value): Predicate {
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

const keyText = (value: Value): string => keyOf(value).toString('latin1');

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

const isNaNValue = (value: Value): boolean => Number.isNaN(numeric(value));

const exists =
  (wanted: boolean): Predicate =>
  (leaves) =>
    leaves.some((leaf) => leaf !== undefined) === wanted;
