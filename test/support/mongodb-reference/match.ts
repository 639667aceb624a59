import { compare, equal, type Fields, isFields, isNaNNumber, isSameType } from './values.ts';

/** Whether anything that a path leads to passes a test: a value, an element of one, or undefined for a missing field. */
function leads(from: unknown, names: readonly string[], passes: (value: unknown) => boolean): boolean {
  const [name, ...rest] = names;
  if (name === undefined) return passes(from) || (Array.isArray(from) && from.some(passes));
  if (Array.isArray(from)) return from.filter(isFields).some((item) => leads(item, names, passes));
  return leads(isFields(from) ? from[name] : undefined, rest, passes);
}

/** The same without a look at the elements. */
function leadsToAny(from: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return from !== undefined;
  if (Array.isArray(from)) return from.filter(isFields).some((item) => leadsToAny(item, [name, ...rest]));
  return leadsToAny(isFields(from) ? from[name] : undefined, rest);
}

const isOneOf = (value: unknown, operand: unknown): boolean => {
  return value === undefined ? operand === null : equal(value, operand) && isSameType(value, operand);
};

function isOrdered(operator: string, value: unknown, operand: unknown): boolean {
  const orEqual = operator.endsWith('e');
  if (operand === null || isNaNNumber(operand)) return orEqual && isOneOf(value, operand);
  if (value === undefined || value === null || !isSameType(value, operand) || isNaNNumber(value))
    return false;
  const order = compare(value, operand);
  return (orEqual && order === 0) || (operator.startsWith('$gt') ? order > 0 : order < 0);
}

function holds(document: Fields, names: readonly string[], operator: string, operand: unknown): boolean {
  const any = (test: (value: unknown) => boolean): boolean => leads(document, names, test);
  const list: unknown[] = Array.isArray(operand) ? operand : [];
  switch (operator) {
    case '$eq':
      return any((value) => isOneOf(value, operand));
    case '$ne':
      return !any((value) => isOneOf(value, operand));
    case '$in':
      return list.some((one) => any((value) => isOneOf(value, one)));
    case '$nin':
      return !list.some((one) => any((value) => isOneOf(value, one)));
    case '$regex':
      return any((value) => typeof value === 'string' && value.startsWith(String(operand).slice(1)));
    case '$exists':
      return leadsToAny(document, names) === operand;
    default:
      return any((value) => isOrdered(operator, value, operand));
  }
}

function satisfies(document: Fields, names: readonly string[], condition: unknown): boolean {
  const isOperators = isFields(condition) && Object.keys(condition)[0]?.startsWith('$');
  return Object.entries(isOperators ? condition : { $eq: condition }).every(([operator, operand]) =>
    holds(document, names, operator, operand),
  );
}

/** Whether a document is found by a filter. */
export function isMatch(document: Fields, filter: Fields): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const of = (Array.isArray(condition) ? condition : []).filter(isFields);
    if (name === '$and') return of.every((one) => isMatch(document, one));
    if (name === '$or') return of.some((one) => isMatch(document, one));
    return satisfies(document, name.split('.'), condition);
  });
}
