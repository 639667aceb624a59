import Type, { type TSchema } from 'typebox';
import { formStatuses } from '../../domain/form/decider.ts';
import { visiblePattern } from '../../domain/text.ts';
import { catalogue, type ErrorCode } from '../errors/errors.ts';

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

/** A value or null. */
export const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** One page of a list. */
export const Listing = <T extends TSchema>(item: T, description: string) =>
  Type.Object(
    {
      data: Type.Array(item),
      count: Type.Integer(),
      has_more: Type.Boolean(),
      next_cursor: Nullable(Type.String()),
    },
    { description },
  );

/** An object with these members and no others. */
export const closed = { additionalProperties: false } as const;

/** The query of an operation without parameters: any parameter is refused as a mistake. */
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
export const usualLimit = 50;

export const ById = Type.Object({ id: Id }, closed);
export const PageQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, closed);
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: visiblePattern });
