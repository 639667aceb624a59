import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A JSON value that can be looked into. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

/** A part of a JSON value; null where there is none. */
export function part(value: Json | undefined, ...path: readonly string[]): Json {
  return path.reduce<Json>((at, name) => (isObject(at) ? (at[name] ?? null) : null), value ?? null);
}

/** A value with the parts of the document in place of the references to them. */
export function resolved(document: Json, value: Json): Json {
  if (isArray(value)) return value.map((item) => resolved(document, item));
  if (!isObject(value)) return value;
  const { $ref, ...own } = value;
  const members = Object.fromEntries(
    Object.entries(own).map(([name, member]) => [name, resolved(document, member)]),
  );
  if (typeof $ref !== 'string') return members;
  const target = resolved(document, part(document, ...$ref.slice(2).split('/')));
  return isObject(target) ? { ...target, ...members } : target;
}

// Code that checks a few values is not worth the time that its optimization takes.
const options = { strict: false, allErrors: false, code: { optimize: false } } as const;

/** Checks values against the schemas of an OpenAPI document, by JSON Schema 2020-12. */
export function openChecker() {
  const values = new Ajv2020(options);
  // What stands in a query is text, and read as its type.
  const texts = new Ajv2020({ ...options, coerceTypes: true });
  for (const ajv of [values, texts]) addFormats.default(ajv);
  // Compiling takes far longer than checking, and a schema that is the same object is compiled once.
  const inQuery = remembered((schema: JsonObject) => ({ type: 'object', properties: { text: schema } }));
  return {
    /** What is wrong with a value; null where nothing is. */
    fault(schema: Json, value: unknown): string | null {
      const check = values.compile(Object(schema));
      return check(value) ? null : values.errorsText(check.errors);
    },
    allowsText: (schema: Json, text: string): boolean =>
      !isObject(schema) || texts.compile(inQuery(schema))({ text }),
  };
}

/** The same answer, as the same object, whenever it is asked of the same object. */
function remembered<T extends object, R>(make: (of: T) => R): (of: T) => R {
  const known = new WeakMap<T, { readonly made: R }>();
  return (of) => {
    const { made } = known.get(of) ?? { made: make(of) };
    known.set(of, { made });
    return made;
  };
}

/** The same schema, in which no object has members that it does not name; one for each schema. */
export function closed(schema: Json): Json {
  if (isArray(schema)) return schema.map(closed);
  return isObject(schema) ? closedObject(schema) : schema;
}

const closedObject = remembered((schema: JsonObject): Json => {
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = isObject(schema['properties']) && !('additionalProperties' in schema);
  return isOpen ? { ...inside, additionalProperties: false } : inside;
});

const strange: readonly Json[] = [
  null,
  true,
  -1,
  0,
  5.5,
  1e9,
  '',
  ' ',
  'x',
  'x'.repeat(6_000),
  [],
  {},
  ['x', 'x'],
  [null],
  { unknown: 1 },
];

/** A value with something in it changed, in every place and in many ways; most of them break its schema. */
export function* variations(value: Json): Generator<Json> {
  yield* strange;
  if (isArray(value)) {
    for (const [index, item] of value.entries())
      for (const varied of variations(item)) yield value.with(index, varied);
    yield [...value, ...value];
  }
  if (!isObject(value)) return;
  yield { ...value, unknown_member: 1 };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield rest;
    for (const varied of variations(member)) yield { ...value, [name]: varied };
  }
}
