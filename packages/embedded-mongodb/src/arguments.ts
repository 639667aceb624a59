import { refuse } from './error.ts';
import { type Filter, parseFilter } from './query/filter.ts';
import { bsonType, type Doc, isDoc, numeric, Opaque, truthy, type Value } from './wire/value.ts';

/** Arguments of commands, read strictly: a value of another type is refused, and null counts as left out. */

const mistyped = (field: string, wanted: string): never =>
  refuse('TypeMismatch', `BSON field '${field}' is the wrong type, expected ${wanted}`);

const given = (body: Doc, field: string): Value | undefined => body.get(field) ?? undefined;

/**
 * What `read` makes of a field that has to be there.
 * @throws MongoError 40414 where the field is missing, TypeMismatch where it is null
 */
export function required<T>(
  where: string,
  body: Doc,
  field: string,
  read: (body: Doc, field: string) => T,
): T {
  if (!body.has(field)) refuse(40414, `BSON field '${where}.${field}' is missing but a required field`);
  return body.get(field) === null
    ? mistyped(`${where}.${field}`, 'a value other than null')
    : read(body, field);
}

/** A whole number that is not negative, or `fallback` where there is none. */
export function whole(body: Doc, field: string, fallback = 0): number {
  const value = given(body, field);
  if (value === undefined) return fallback;
  const number = Number(numeric(value) ?? mistyped(field, 'a number'));
  if (number < 0) refuse(51024, `BSON field '${field}' value must be >= 0, actual value '${number}'`);
  return Number.isInteger(number)
    ? number
    : refuse('BadValue', `BSON field '${field}' value must be a whole number`);
}

/** A document, or an empty one where there is none. */
export function document(body: Doc, field: string): Doc {
  const value = given(body, field) ?? new Map<string, Value>();
  return isDoc(value) ? value : mistyped(field, 'object');
}

/** The documents of an array. */
export function documents(body: Doc, field: string): Doc[] {
  return items(body, field).map((item) => (isDoc(item) ? item : mistyped(field, 'array of objects')));
}

/** Documents of which there may be many: they are still bytes, or were decoded with the command. */
export function items(body: Doc, field: string): (Doc | Opaque)[] {
  const value = body.get(field);
  if (!Array.isArray(value)) return mistyped(field, 'array');
  return value.map((item) =>
    isDoc(item) || (item instanceof Opaque && item.type === bsonType.document)
      ? item
      : mistyped(field, 'array of objects'),
  );
}

export function text(body: Doc, field: string): string {
  const value = body.get(field);
  return typeof value === 'string' ? value : mistyped(field, 'string');
}

/** A boolean, or a number that stands for one. */
export function flag(body: Doc, field: string, fallback = false): boolean {
  const value = given(body, field);
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean' && numeric(value) === undefined) mistyped(field, 'bool');
  return truthy(value);
}

export const filterOf = (body: Doc, field: string): Filter => parseFilter(document(body, field));

/** Refuses fields other than those named. @throws MongoError 40415 naming the field */
export function allowFields(
  where: string,
  body: Doc,
  known: readonly string[],
  also?: ReadonlySet<string>,
): void {
  for (const field of body.keys())
    if (!known.includes(field) && !also?.has(field))
      refuse(40415, `BSON field '${where}.${field}' is an unknown field.`);
}
