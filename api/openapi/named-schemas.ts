import { isObject, type Json, type JsonObject, mapMembers, partOf } from './json.ts';
import { namesOfMembers } from './schema-names.ts';

/** The schemas of a document by name, which the document refers to. */
export interface NamedSchemas {
  /**
   * Names the objects in a schema, and moves them into the components. Equal objects share the first name.
   * @param name the name of the schema itself; those of its members follow from it
   * @returns the schema that refers to them
   * @throws if two different schemas have one name
   */
  refer(schema: Json, name: string): Json;
  all(): Readonly<Record<string, Json>>;
}

const pascal = (member: string): string =>
  member.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
const singular = (member: string): string => member.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

const isNull = (schema: Json): boolean => partOf(schema, 'type') === 'null';

/** Variants of a union are named after the constant of their `kind`, or numbered. */
function variantName(variant: Json, index: number, union: string): string {
  const kind = partOf(variant, 'properties', 'kind');
  const values = partOf(kind, 'enum');
  const constant = partOf(kind, 'const') ?? (Array.isArray(values) ? (values as readonly Json[])[0] : null);
  return union + (typeof constant === 'string' ? pascal(constant) : String(index + 1));
}

export function openNamedSchemas(): NamedSchemas {
  const schemas: Record<string, Json> = {};
  const names = new Map<string, string>();

  function keep(schema: JsonObject, name: string): Json {
    const { examples, ...own } = schema;
    const { description: _, ...shape } = own;
    const text = JSON.stringify(shape);
    const known = names.get(text) ?? name;
    if (!names.has(text)) {
      if (schemas[known]) throw new Error(`two schemas of the API are called ${known}`);
      names.set(text, known);
      schemas[known] = own;
    }
    return { $ref: `#/components/schemas/${known}`, ...(examples !== undefined && { examples }) };
  }

  function referUnion(schema: JsonObject, variants: readonly Json[], name: string): Json {
    const shapes = variants.filter((variant) => !isNull(variant));
    if (shapes.length === 1) return { ...schema, anyOf: variants.map((variant) => refer(variant, name)) };
    const named = variants.map((variant, index) => refer(variant, variantName(variant, index, name)));
    // A union of plain values needs no name.
    return named.some((variant) => isObject(variant) && variant['$ref'] !== undefined)
      ? keep({ ...schema, anyOf: named }, name)
      : schema;
  }

  function refer(schema: Json, name: string): Json {
    if (!isObject(schema)) return schema;
    const { anyOf, items, properties } = schema;
    if (Array.isArray(anyOf)) return referUnion(schema, anyOf, name);
    if (items !== undefined) return { ...schema, items: refer(items, name) };
    if (!isObject(properties)) return schema;
    const members = mapMembers(properties, (member, own) =>
      refer(member, namesOfMembers[`${name}.${own}`] ?? name + pascal(singular(own))),
    );
    return keep({ ...schema, properties: members }, name);
  }

  return { refer, all: () => schemas };
}
