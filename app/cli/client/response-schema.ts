import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';
import { Nullable } from '../../../api/contract/values.ts';

/** A value whose texts may be others than those of this release. */
type Open<V> = V extends string
  ? string
  : V extends readonly (infer Item)[]
    ? Open<Item>[]
    : V extends object
      ? { [Name in keyof V]: Open<V[Name]> }
      : V;

/** A response of which only some members are sure to be present. */
type Response<V, Needed extends keyof V> = { [Name in Needed]-?: Open<V[Name]> } & {
  [Name in Exclude<keyof V, Needed>]?: Open<V[Name]> | null;
};

/**
 * The schema of a response for a command that needs some of its members. The service may be of another release: it may
 * omit the other members or say null, have members that this release lacks, and give other texts where this release
 * lists all. Members that are let through are printed with `--json`.
 * @param schema the response in the contract of the API
 * @param needed the members without which the command cannot work
 */
export function response<T extends TObject, const Needed extends keyof Static<T> & string = never>(
  schema: T,
  ...needed: readonly Needed[]
): TUnsafe<Response<Static<T>, Needed>> {
  const isNeeded = (name: string): boolean => needed.some((one) => one === name);
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    isNeeded(name) ? opened(member) : { anyOf: [opened(member), { type: 'null' }] },
  ]);
  return Type.Unsafe<Response<Static<T>, Needed>>({
    type: 'object',
    required: needed,
    properties: Object.fromEntries(members) as Record<string, unknown>,
  });
}

/** A page of such responses, or a whole list of them. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    has_more: Type.Optional(Type.Boolean()),
    next_cursor: Type.Optional(Nullable(Type.String())),
  });

/** The response to a change, of which no member is used. */
export const Anything = Type.Unknown();

const isText = (node: object): boolean => {
  const { type, enum: values, const: value }: { type?: unknown; enum?: unknown; const?: unknown } = node;
  return (
    type === 'string' ||
    typeof value === 'string' ||
    (Array.isArray(values) && values.every((one) => typeof one === 'string'))
  );
};

/** A schema that permits any text for a text, and further members of objects. */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  if (isText(node)) return { type: 'string' };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => name !== '$id' && !(name === 'additionalProperties' && value === false))
      .map(([name, value]) => [name, opened(value)]),
  );
}
