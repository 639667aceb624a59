import Type, { type Static, type TObject } from 'typebox';

/** The cause of an event. Never contains personal data: keys, operators and members are identified by ids. */
export const Actor = Type.Object({
  kind: Type.Union([
    Type.Literal('key'),
    Type.Literal('operator'),
    Type.Literal('member'),
    Type.Literal('system'),
  ]),
  id: Type.String(),
});
export type Actor = Static<typeof Actor>;

/** Converts data of an older version to the next version. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** An event type: the schema of its newest version, and the conversions from older versions. */
export interface EventDefinition<S extends TObject = TObject> {
  readonly version: number;
  readonly schema: S;
  /** `upcasters[n]` converts version n to n + 1; there is one for each version before the newest. */
  readonly upcasters: Readonly<Record<number, Upcaster>>;
  /** Members of the data that the envelope of the event holds as well, and that are therefore not stored twice. */
  readonly envelope?: Envelope;
}

/** The names of members that equal a part of the envelope: the account, the id in the stream's name, the event's cause. */
export interface Envelope {
  readonly account?: string;
  readonly stream?: string;
  readonly causation?: string;
  /** The member, an object, whose members these are; by default the data itself. */
  readonly within?: string;
  /** Members of `within` that equal the member of the data with the same name. */
  readonly repeated?: readonly string[];
}

/** Defines an event type in its first version. */
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
