import { refuse } from './error.ts';
import { compare, equal } from './compare.ts';
import { spend } from './effort.ts';
import { keyOf, tagOf } from './key.ts';
import { type Leaf } from './path.ts';
import { regexTest } from './regex.ts';
import { bsonType, isDoc, numeric, truthy, typeOf, type Doc, type Value } from './value.ts';

/** Tests what a path led to. */
export type Predicate = (leaves: readonly Leaf[]) => boolean;

type Make = (operand: Value, options: Value | undefined) => Predicate;

/** Whether a document holds operators rather than being a value itself. */
export function isOperators(value: Doc): boolean {
  const first = value.keys().next().value;
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['$eq', (operand) => equalTo(operand)],
  ['$ne', (operand) => not(equalTo(refuseRegex('$ne', operand)))],
  ['$in', (operand) => anyOf('$in', operand)],
  ['$nin', (operand) => not(anyOf('$nin', operand))],
  ['$gt', (operand) => ordered('$gt', operand, (order) => order > 0, false)],
  ['$gte', (operand) => ordered('$gte', operand, (order) => order >= 0, true)],
  ['$lt', (operand) => ordered('$lt', operand, (order) => order < 0, false)],
  ['$lte', (operand) => ordered('$lte', operand, (order) => order <= 0, true)],
  ['$exists', (operand) => exists(truthy(operand))],
  ['$regex', (operand, options) => anyLeaf(known(regexTest(operand, options)))],
]);

/**
 * The test for one operator.
 * @param options what stands beside it under `$options`
 * @throws MongoError BadValue naming an operator that is not supported
 */
export function predicate(operator: string, operand: Value, options: Value | undefined): Predicate {
  const make = makers.get(operator);
  return make ? make(operand, options) : refuse('BadValue', `unknown operator: ${operator}`);
}

const not =
  (test: Predicate): Predicate =>
  (leaves) =>
    !test(leaves);

const known =
  (test: (value: Value) => boolean) =>
  (leaf: Leaf): boolean =>
    leaf !== undefined && test(leaf);

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

function refuseRegex(operator: string, operand: Value): Value {
  if (typeOf(operand) !== bsonType.regex) return operand;
  return refuse('BadValue', `Can't have regex as arg to ${operator}.`);
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
  const isRegex = (operand: Value): boolean => typeOf(operand) === bsonType.regex;
  const patterns = operands.filter(isRegex).map((operand) => regexTest(operand, undefined));
  const keys = new Set(operands.filter((operand) => !isRegex(operand)).map(keyText));
  const hasNull = operands.includes(null);
  return anyLeaf((leaf) => {
    if (leaf === undefined) return hasNull;
    return (keys.size > 0 && keys.has(keyText(leaf))) || patterns.some((test) => test(leaf));
  });
}

/** Values compare with those of their own type only, except with the least and greatest key. */
function ordered(
  operator: string,
  operand: Value,
  accept: (order: number) => boolean,
  orEqual: boolean,
): Predicate {
  refuseRegex(operator, operand);
  if (operand === null) return orEqual ? equalTo(null) : () => false;
  if (isNaNValue(operand)) return orEqual ? equalTo(operand) : () => false;
  const unbounded = typeOf(operand) === bsonType.minKey || typeOf(operand) === bsonType.maxKey;
  const tag = tagOf(operand);
  return anyLeaf((leaf) => {
    if (leaf === undefined) return unbounded && accept(compare(null, operand));
    if (!unbounded && (tagOf(leaf) !== tag || isNaNValue(leaf))) return false;
    return accept(compare(leaf, operand));
  });
}

const isNaNValue = (value: Value): boolean => Number.isNaN(numeric(value));

const exists =
  (wanted: boolean): Predicate =>
  (leaves) =>
    leaves.some((leaf) => leaf !== undefined) === wanted;
