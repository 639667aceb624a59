import { refuse } from './error.ts';
import { type Filter, parseFilter } from './query/filter.ts';
import { parseSort, type SortField } from './query/sort.ts';
import { decode } from './wire/decode.ts';
import { type Fields, isFields, RawDocument } from './wire/raw-document.ts';
import { type Doc, isDoc, numeric, truthy, type Value } from './wire/value.ts';

/** Reads one argument: a value of another type is refused, and null counts as left out. */
export type Reader<T> = (fields: Fields, name: string, where: string) => T;

type Readers<T> = { readonly [K in keyof T]: Reader<T[K]> };

/**
 * Reads the fields of a command, or of a document in it.
 * @param where the name of the command or document in the error
 * @param isOther whether a field may be there, too
 * @throws MongoError 40415 for any other field
 */
export function readFields<T>(
  where: string,
  fields: Fields,
  readers: Readers<T>,
  isOther?: (name: string) => boolean,
): T;
export function readFields(
  where: string,
  fields: Fields,
  readers: Readers<Record<string, unknown>>,
  isOther?: (name: string) => boolean,
): unknown {
  const read: Record<string, unknown> = {};
  let known = 0;
  for (const name in readers) if (fields.has(name)) known++;
  // The names of the fields are decoded only if some are not among those of the readers.
  if (known < fields.size)
    for (const name of fields.keys())
      if (!Object.hasOwn(readers, name) && !isOther?.(name))
        refuse(40415, `BSON field '${where}.${name}' is an unknown field.`);
  for (const name in readers) read[name] = readers[name]?.(fields, name, where);
  return read;
}

/** Refuses a value for its type. */
export const mistyped = (name: string, wanted: string): never =>
  refuse('TypeMismatch', `BSON field '${name}' is the wrong type, expected ${wanted}`);

/** Any value; undefined where there is none. */
export const anyValue: Reader<Value | undefined> = (fields, name) => fields.get(name);

/**
 * An argument that has to be there.
 * @throws MongoError 40414 where the field is missing, TypeMismatch where it is null
 */
export const required =
  <T>(read: Reader<T>): Reader<T> =>
  (fields, name, where) => {
    if (!fields.has(name)) refuse(40414, `BSON field '${where}.${name}' is missing but a required field`);
    const isNull = fields instanceof RawDocument ? fields.isNull(name) : fields.get(name) === null;
    return isNull ? mistyped(`${where}.${name}`, 'a value other than null') : read(fields, name, where);
  };

/** A whole number that is not negative; 0 where there is none. */
export const whole: Reader<number> = (fields, name) => {
  const number = Number(numeric(fields.get(name) ?? 0) ?? mistyped(name, 'a number'));
  if (number < 0) refuse(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return Number.isInteger(number)
    ? number
    : refuse('BadValue', `BSON field '${name}' value must be a whole number`);
};

/** As `whole`, but undefined where there is none. */
export const wholeIfAny: Reader<number | undefined> = (fields, name, where) =>
  fields.has(name) ? whole(fields, name, where) : undefined;

/** A document; an empty one where there is none. */
export const document: Reader<Doc> = (fields, name) => {
  const value = fields.get(name) ?? new Map<string, Value>();
  return isDoc(value) ? value : mistyped(name, 'object');
};

/** An array of documents, of which there may be many: those in a section of their own are still bytes. */
export const rawDocuments: Reader<Fields[]> = (fields, name) => {
  const value = fields.get(name);
  if (!Array.isArray(value)) return mistyped(name, 'array');
  return value.map((item) => (isFields(item) ? item : mistyped(name, 'array of objects')));
};

export const documents: Reader<Doc[]> = (fields, name, where) =>
  rawDocuments(fields, name, where).map((item) => (item instanceof RawDocument ? decode(item.bytes) : item));

export const text: Reader<string> = (fields, name) => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : mistyped(name, 'string');
};

/** A boolean, or a number that stands for one; `fallback` where there is none. */
export const flagOr =
  (fallback: boolean): Reader<boolean> =>
  (fields, name) => {
    const value = fields.get(name) ?? fallback;
    if (typeof value !== 'boolean' && numeric(value) === undefined) mistyped(name, 'bool');
    return truthy(value);
  };

export const flag = flagOr(false);

export const filter: Reader<Filter> = (fields, name, where) => parseFilter(document(fields, name, where));

export const sort: Reader<SortField[]> = (fields, name, where) => parseSort(document(fields, name, where));

/** The options of a cursor, of which one counts. */
export const cursor: Reader<number | undefined> = (fields, name, where) =>
  wholeIfAny(document(fields, name, where), 'batchSize', where);
