import fc from 'fast-check';
import { isArray, isObject, type Json, part } from '../support/json-schema.ts';
import { hostileText } from './hostile.ts';

const numberOf = (schema: Json, name: string, otherwise: number): number => {
  const value = part(schema, name);
  return typeof value === 'number' ? value : otherwise;
};

function textOf(schema: Json): fc.Arbitrary<string> {
  const pattern = part(schema, 'pattern');
  if (part(schema, 'format') === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (typeof pattern === 'string' && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
  const minLength = numberOf(schema, 'minLength', 0);
  const maxLength = Math.min(numberOf(schema, 'maxLength', 30), minLength + 30);
  return fc.oneof(fc.string({ minLength, maxLength }), hostileText);
}

/** Values that mostly fit a JSON schema without references. */
export function valueOf(schema: Json, depth = 0): fc.Arbitrary<Json> {
  const options = part(schema, 'enum');
  if (isArray(options)) return fc.constantFrom(...options);
  if (isObject(schema) && 'const' in schema) return fc.constant(schema['const'] ?? null);
  const variants = part(schema, 'anyOf') ?? part(schema, 'oneOf');
  if (isArray(variants)) return fc.oneof(...variants.map((variant) => valueOf(variant, depth)));
  const type = part(schema, 'type');
  switch (isArray(type) ? type[0] : type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: numberOf(schema, 'minimum', -5), max: numberOf(schema, 'maximum', 300) });
    case 'number':
      return fc.oneof(fc.integer({ min: -5, max: 300 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc
        .array(valueOf(part(schema, 'items'), depth + 1), {
          minLength: numberOf(schema, 'minItems', 0),
          maxLength: 3,
        })
        .map((items): Json => items);
    case 'object':
      return objectOf(schema, depth);
    default:
      return depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json);
  }
}

function objectOf(schema: Json, depth: number): fc.Arbitrary<Json> {
  const properties = part(schema, 'properties');
  const required = part(schema, 'required');
  const names = isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const members = Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      valueOf(member, depth + 1),
    ]),
  );
  return fc
    .record(members, { requiredKeys: names.filter((name) => name in members) })
    .map((value): Json => value);
}
