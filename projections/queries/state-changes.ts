import { Value } from 'typebox/value';

type Properties = Readonly<Record<string, unknown>>;

/** A changed field; `before` or `after` is absent where that state lacks the field. */
export interface Change {
  /** A JSON pointer. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The changes between two states, field by field. A state is null if the resource did not exist. */
export function changesBetween(before: Properties | null, after: Properties | null): Change[] {
  const [from, to] = [before ?? {}, after ?? {}];
  return Value.Diff(from, to)
    .map(({ type, path }) => ({
      path,
      ...(type !== 'insert' && { before: Value.Pointer.Get(from, path) }),
      ...(type !== 'delete' && { after: Value.Pointer.Get(to, path) }),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
