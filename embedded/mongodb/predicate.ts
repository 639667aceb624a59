import { refuse } from './error.ts';
import { compare, equal } from './compare.ts';
import { tagOf } from './key.ts';
import { spread, type Leaf } from './path.ts';
import { regexTest } from './regex.ts';
import { bsonType, isDoc, numeric, truthy, typeNames, typeOf, type Doc, type Value } from './value.ts';

/** Tests what a path led to. */
export type Predicate = (leaves: readonly Leaf[]) => boolean;

/** What the filter parser lends: the other operators on the path, and how to parse an element's query. */
export interface Context {
  readonly operators: Doc | undefined;
  readonly elementTest: (query: Doc) => (element: Value) => boolean;
}

type Make = (operand: Value, context: Context) => Predicate;

/** Whether a document holds operators rather than being a value itself. */
export function isOperators(value: Doc): boolean {
  const first = value.keys().next().value;
  return first !== undefined && first.startsWith('$') && first !== '$ref' && first !== '$id';
}

const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['$eq', (operand) => equalTo(operand)],
  ['$ne', (operand) => not(equalTo(operand))],
  ['$in', (operand) => anyOf(list('$in', operand))],
  ['$nin', (operand) => not(anyOf(list('$nin', operand)))],
  ['$gt', (operand) => ordered(operand, (order) => order > 0, false)],
  ['$gte', (operand) => ordered(operand, (order) => order >= 0, true)],
  ['$lt', (operand) => ordered(operand, (order) => order < 0, false)],
  ['$lte', (operand) => ordered(operand, (order) => order <= 0, true)],
  ['$exists', (operand) => exists(truthy(operand))],
  ['$type', (operand) => hasType(Array.isArray(operand) ? operand : [operand])],
  ['$size', (operand) => hasSize(operand)],
  ['$mod', (operand) => modulo(list('$mod', operand))],
  ['$all', (operand, context) => all(list('$all', operand), context)],
  ['$elemMatch', (operand, context) => elemMatch(operand, context)],
  ['$regex', (operand, { operators }) => regex(operand, operators?.get('$options'))],
]);

/**
 * The test for one operator.
 * @throws MongoError BadValue naming an operator that is not supported
 */
export function predicate(operator: string, operand: Value, context: Context): Predicate {
  const make = makers.get(operator);
  return make ? make(operand, context) : refuse('BadValue', `unknown or unsupported operator: ${operator}`);
}

const not =
  (test: Predicate): Predicate =>
  (leaves) =>
    !test(leaves);

function list(operator: string, operand: Value): Value[] {
  return Array.isArray(operand) ? operand : refuse('BadValue', `${operator} needs an array`);
}

/** Tests a leaf, or any element of a leaf that is an array. */
function anyLeaf(test: (leaf: Leaf) => boolean): Predicate {
  return (leaves) =>
    leaves.some((leaf) => test(leaf) || (Array.isArray(leaf) && leaf.some((item) => test(item))));
}

function equalTo(operand: Value): Predicate {
  if (operand === null) return anyLeaf((leaf) => leaf === undefined || leaf === null);
  return anyLeaf((leaf) => leaf !== undefined && equal(leaf, operand));
}

function anyOf(operands: readonly Value[]): Predicate {
  const tests = operands.map((operand) => {
    if (isDoc(operand) && isOperators(operand)) refuse('BadValue', 'cannot nest $ under $in');
    return typeOf(operand) === bsonType.regex ? regex(operand, undefined) : equalTo(operand);
  });
  return (leaves) => tests.some((test) => test(leaves));
}

/** Values compare with those of their own type only, except with the least and greatest key. */
function ordered(operand: Value, accept: (order: number) => boolean, orEqual: boolean): Predicate {
  if (typeOf(operand) === bsonType.regex) refuse('BadValue', 'a regex cannot be a range bound');
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

function hasType(wanted: readonly Value[]): Predicate {
  const types = new Set(wanted.flatMap(typeNumbers));
  return anyLeaf((leaf) => leaf !== undefined && types.has(typeOf(leaf)));
}

function typeNumbers(wanted: Value): readonly number[] {
  if (wanted === 'number') return [bsonType.double, bsonType.int32, bsonType.int64];
  if (typeof wanted === 'string')
    return [typeNames.get(wanted) ?? refuse('BadValue', `unknown type name ${wanted}`)];
  const number = Number(numeric(wanted));
  const type = number === -1 ? bsonType.minKey : number;
  return [...typeNames.values()].includes(type) ? [type] : refuse('BadValue', '$type needs a known type');
}

function hasSize(operand: Value): Predicate {
  const size = Number(numeric(operand) ?? Number.NaN);
  if (!Number.isInteger(size) || size < 0) refuse('BadValue', '$size needs a non-negative whole number');
  return (leaves) => leaves.some((leaf) => Array.isArray(leaf) && leaf.length === size);
}

function modulo([divisor, remainder, ...rest]: readonly Value[]): Predicate {
  const [by, want] = [Number(numeric(divisor ?? null)), Number(numeric(remainder ?? null))];
  if (rest.length > 0 || !Number.isFinite(by) || !Number.isFinite(want) || Math.trunc(by) === 0)
    refuse('BadValue', '$mod needs a divisor other than 0 and a remainder');
  return anyLeaf((leaf) => {
    const value = numeric(leaf);
    if (value === undefined || !Number.isFinite(Number(value))) return false;
    const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    return whole % BigInt(Math.trunc(by)) === BigInt(Math.trunc(want));
  });
}

function all(operands: readonly Value[], context: Context): Predicate {
  const tests = operands.map((operand) => {
    const nested = isDoc(operand) ? operand.get('$elemMatch') : undefined;
    return nested === undefined ? anyOf([operand]) : elemMatch(nested, context);
  });
  return (leaves) => tests.length > 0 && tests.every((test) => test(leaves));
}

function elemMatch(operand: Value, context: Context): Predicate {
  if (!isDoc(operand)) return refuse('BadValue', '$elemMatch needs an object');
  const test = context.elementTest(operand);
  return (leaves) => leaves.some((leaf) => Array.isArray(leaf) && leaf.some(test));
}

function regex(operand: Value, options: Value | undefined): Predicate {
  const test = regexTest(operand, options);
  return (leaves) => spread(leaves).some((leaf) => leaf !== undefined && test(leaf));
}
