import Type, { type TProperties, type TSchema } from 'typebox';
import { formStatuses } from '../../domain/form/decider.ts';
import { visiblePattern } from '../../domain/text.ts';
import { catalogue, type ErrorCode } from './error-catalogue.ts';

const codes = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue);

/** The body of every error. */
export const Failure = Type.Object(
  {
    error: Type.Object({
      code: Type.Enum(codes),
      message: Type.String(),
      details: Type.Optional(Type.Unknown()),
      request_id: Type.String(),
    }),
  },
  { description: 'An error.' },
);

/** An object with these members and no others. */
export const closed = { additionalProperties: false } as const;

/** A value or null. */
export const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** An object that documents name. */
export const named = <P extends TProperties>($id: string, properties: P) => Type.Object(properties, { $id });

/** An object that documents name, with these members and no others. */
export const namedClosed = <P extends TProperties>($id: string, properties: P) =>
  Type.Object(properties, { ...closed, $id });

/** The name of a list of named items. */
const listId = (item: TSchema) => ({ $id: `${String(Reflect.get(item, '$id'))}List` });

/** A whole list. */
export const Collection = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), count: Type.Integer() }, listId(item));

/** One page of a list. */
export const Listing = <T extends TSchema>(item: T, description: string) =>
  Type.Object(
    {
      data: Type.Array(item),
      count: Type.Integer(),
      has_more: Type.Boolean(),
      next_cursor: Nullable(Type.String()),
    },
    { ...listId(item), description },
  );

/** The last error of a step that is retried. */
export const LastError = Type.Object({ message: Type.String(), at: Type.String() }, { $id: 'LastError' });

/** The scope of everything that shows answers, or sends them somewhere. */
export const answersScope = 'submissions:read';

/** The query of an operation without parameters: every parameter is refused. */
export const NoQuery = Type.Object({}, closed);

export const Id = Type.String({ minLength: 1, maxLength: 100 });
export const Cursor = Type.String({ minLength: 1, maxLength: 1_000 });
export const Timestamp = Type.String({ format: 'date-time' });
/** The ends of a range of times. */
export const Since = Type.String({
  format: 'date-time',
  description: 'From this time on, inclusive; with a zone.',
});
export const Until = Type.String({
  format: 'date-time',
  description: 'Before this time; with a zone.',
});
export const Status = Type.Enum(formStatuses);
export const Title = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const Description = Type.String({ maxLength: 5_000 });

/** `limit` of a list; values out of range are refused. */
export const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 50 });
export const defaultLimit = 50;

export const ById = Type.Object({ id: Id }, closed);
export const PageQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, closed);
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: visiblePattern });

/** The parameter that selects a copy. */
export const ofCopy = {
  projection: Type.Optional({ ...Id, description: 'A copy of the read model, to be read in its place.' }),
};

export const OfCopyQuery = Type.Object(ofCopy, closed);

export const PageOfCopyQuery = Type.Object({ ...PageQuery.properties, ...ofCopy }, closed);

/** The language and the time zone in the body of a request, with their descriptions. */
export const localeMembers = (language: string, timeZone: string) => ({
  language: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 35 }), language)),
  time_zone: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }), timeZone)),
});

/** Names the members that an answer shows once and a repeated answer leaves out. */
export const ShownOnce = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'Only in the response to a repeated request: the members of the first response that are not stored.',
  }),
);

/** A point in the log, as requests name it: a position or a time. */
export const LogPoint = Type.String({
  pattern: '^(\\d{1,19}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))$',
  description: 'A log position, or an RFC 3339 time.',
  examples: ['4711', '2026-01-31T12:00:00Z'],
});
