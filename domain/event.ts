import Type, { type Static, type TObject } from 'typebox';

/** Who caused an event. Never personal data: a key or operator is named by its id. */
export const Actor = Type.Object({
  kind: Type.Union([Type.Literal('key'), Type.Literal('operator'), Type.Literal('system')]),
  id: Type.String(),
});
export type Actor = Static<typeof Actor>;

/** Lifts the data of an older version by exactly one version. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** One event type: the schema of its newest version, and how each older version becomes the next. */
export interface EventDefinition<S extends TObject = TObject> {
  readonly version: number;
  readonly schema: S;
  /** `upcasters[n]` turns version n into version n + 1; there is one for each version before the newest. */
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

/** An event type at its first version. */
export const v1 = <S extends TObject>(schema: S): EventDefinition<S> => ({
  version: 1,
  schema,
  upcasters: {},
});

type Definitions = Readonly<Record<string, EventDefinition>>;

/** The union `{ type, data }` that a set of definitions describes. */
export type EventOf<D extends Definitions> = {
  [Name in keyof D & string]: { readonly type: Name; readonly data: Static<D[Name]['schema']> };
}[keyof D & string];
