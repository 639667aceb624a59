import { refuse } from './error.ts';
import { leavesOf, refuseIndexes, splitPath } from './path.ts';
import { beginDocument, isOperators, predicate, type Predicate } from './predicate.ts';
import { isDoc, type Doc, type Value } from './value.ts';

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

/** Whether a document satisfies a query. @throws MongoError where that takes too long to tell */
export function matches(filter: Filter, document: Doc): boolean {
  beginDocument();
  return holds(filter, document);
}

function holds(filter: Filter, document: Doc): boolean {
  if (filter.kind === 'condition') return filter.test(leavesOf(document, filter.parts));
  if (filter.kind === 'and') return filter.of.every((part) => holds(part, document));
  return filter.of.some((part) => holds(part, document));
}

/** The query that remains to be checked where the given parts are known to hold. */
export function without(filter: Filter, known: ReadonlySet<Filter>): Filter {
  if (known.has(filter)) return { kind: 'and', of: [] };
  if (filter.kind !== 'and') return filter;
  const of = filter.of.map((part) => without(part, known));
  return { kind: 'and', of: of.filter((part) => part.kind !== 'and' || part.of.length > 0) };
}

/** The fields of a document that a query looks at. */
export const fieldsOf = (filter: Filter): string[] =>
  filter.kind === 'condition' ? [filter.parts[0] ?? ''] : filter.of.flatMap(fieldsOf);
