import type { TSchema } from 'typebox';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Records of any names, and constants, as older tools know them. */
function asDocumented(name: string, member: Json): readonly [name: string, member: Json] {
  if (name === 'const') return ['enum', [member]];
  return name === 'patternProperties' && isObject(member)
    ? ['additionalProperties', member['^.*$'] ?? {}]
    : [name, member];
}

/** The schemas of a document that have an `$id`, which the document refers to by that name. */
export interface Components {
  /**
   * Moves each schema with an `$id` into the components.
   * @returns the schema that refers to them
   * @throws for an object without an `$id`, and if two different schemas have one
   */
  refer(schema: TSchema): Json;
  all(): Readonly<Record<string, Json>>;
}

export function openComponents(): Components {
  const schemas: Record<string, Json> = {};
  const texts = new Map<string, string>();

  function replaced(value: Json): Json {
    if (Array.isArray(value)) return (value as readonly Json[]).map(replaced);
    if (!isObject(value)) return value;
    const { $id, ...own } = value;
    const members = Object.fromEntries(
      Object.entries(own).map(([name, member]) => asDocumented(name, replaced(member))),
    );
    if (typeof $id !== 'string') return members;
    return named($id, members);
  }

  /** A place of a schema may describe it in words of its own. */
  function named(name: string, schema: JsonObject): Json {
    const { description, ...shape } = schema;
    const text = JSON.stringify(shape);
    if ((texts.get(name) ?? text) !== text) throw new Error(`two schemas of the API are called ${name}`);
    texts.set(name, text);
    const kept = (schemas[name] ??= schema);
    const known = isObject(kept) ? kept['description'] : undefined;
    const isOther = known !== undefined && description !== undefined && known !== description;
    return { $ref: `#/components/schemas/${name}`, ...(isOther && { description }) };
  }

  return { refer: (schema) => replaced(JSON.parse(JSON.stringify(schema)) as Json), all: () => schemas };
}
