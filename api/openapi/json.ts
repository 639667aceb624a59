export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the members of an object; an empty object for any other value. */
export const mapMembers = (
  value: Json | undefined,
  change: (member: Json, name: string) => Json,
): JsonObject =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))
    : {};

/** A part of a value by the names of its members; undefined if there is none. */
export const partOf = (value: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((part, name) => (isObject(part) ? part[name] : undefined), value);
