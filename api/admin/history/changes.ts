import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

type Properties = Readonly<Record<string, unknown>>;

/** One field that differs; a side that does not have it is left out. */
export const Change = Type.Object({
  path: Type.String({ description: 'A JSON pointer.' }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

/** What differs between two states of a thing, field by field; null where there was no thing. */
export function changesBetween(before: Properties | null, after: Properties | null): Static<typeof Change>[] {
  const [from, to] = [before ?? {}, after ?? {}];
  return Value.Diff(from, to)
    .map(({ type, path }) => ({
      path,
      ...(type !== 'insert' && { before: Value.Pointer.Get(from, path) }),
      ...(type !== 'delete' && { after: Value.Pointer.Get(to, path) }),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
