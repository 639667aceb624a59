/**
 * The values of a document. Maps keep the order of fields, even of numeric ones, and have no prototype to pollute. An
 * int32 is a number and an int64 a bigint, so that every numeric type stays as it was.
 */
export type Value = string | number | bigint | boolean | null | Double | Opaque | Value[] | Doc;
export type Doc = Map<string, Value>;

/** A BSON double, kept apart from an int32. */
export class Double {
  constructor(readonly value: number) {}
}

/** A value that stays encoded: object ids, dates, binaries, … and encoded documents. */
export class Opaque {
  constructor(
    readonly type: number,
    readonly bytes: Buffer,
  ) {}
}

/** BSON's element types. */
export const bsonType = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  objectId: 7,
  boolean: 8,
  date: 9,
  null: 10,
  int32: 16,
  timestamp: 17,
  int64: 18,
} as const;

/** The element type of a value. */
export function typeOf(value: Value): number {
  if (typeof value === 'string') return bsonType.string;
  if (typeof value === 'number') return isInt32(value) ? bsonType.int32 : bsonType.double;
  if (typeof value === 'bigint') return bsonType.int64;
  if (typeof value === 'boolean') return bsonType.boolean;
  if (value === null) return bsonType.null;
  if (value instanceof Map) return bsonType.document;
  if (value instanceof Double) return bsonType.double;
  return value instanceof Opaque ? value.type : bsonType.array;
}

const isInt32 = (value: number): boolean => value === (value | 0) && !Object.is(value, -0);

/** A document from the properties of an object, without those that are undefined. */
export function doc(fields: Record<string, Value | undefined>): Doc {
  const made: Doc = new Map();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) made.set(name, value);
  return made;
}

export const isDoc = (value: unknown): value is Doc => value instanceof Map;

/** The number in a numeric value, exact; undefined for anything else. */
export function numeric(value: Value | undefined): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Double ? value.value : undefined;
}

/** A date from milliseconds since the epoch. */
export function dateValue(ms: number): Opaque {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(ms));
  return new Opaque(bsonType.date, bytes);
}

/** Whether the value is true for MongoDB. */
export function truthy(value: Value | undefined): boolean {
  const number = numeric(value);
  if (number !== undefined) return Number(number) !== 0;
  return value !== undefined && value !== null && value !== false;
}
