import Type, { type Static } from 'typebox';
import { invalidRequest } from '../../../api/errors/errors.ts';
import { actorIn } from '../../../domain/sentences/authors.ts';
import { eventKinds } from '../../../domain/sentences/event-kinds.ts';
import type { EventFilter as Wanted } from '../../../projections/queries/worded/event-filter.ts';

/** A day in UTC, or nothing: a form sends every control. */
const Day = Type.String({ pattern: '^(?:\\d{4}-\\d\\d-\\d\\d)?$' });

/** Which events are shown. */
export const EventFilter = {
  by: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Type.Union([Type.Enum(eventKinds), Type.Literal('')])),
  /** The first and the last day. */
  since: Type.Optional(Day),
  until: Type.Optional(Day),
};
export type EventFilters = Static<Type.TObject<typeof EventFilter>>;

const dayMs = 86_400_000;

function beginningOf(day: string | undefined): Date | undefined {
  if (day === undefined || day === '') return undefined;
  const time = new Date(`${day}T00:00:00.000Z`);
  // A day that a month does not have would be another day.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day))
    throw invalidRequest(`There is no day ${day}.`);
  return time;
}

/** Returns the filter that a query asks for. @throws ApiError `invalid_request` for a day or an actor that does not exist */
export function readFilter({ by = '', kind, since, until }: EventFilters): Wanted {
  if (by !== '' && !actorIn(by)) throw invalidRequest(`There is no person ${by}.`);
  const end = beginningOf(until);
  return {
    by: by === '' ? undefined : by,
    kind: kind === '' ? undefined : kind,
    since: beginningOf(since),
    until: end && new Date(end.getTime() + dayMs),
  };
}

/** Returns the part of an address that keeps the filters, and others of its parameters. */
export function filterQuery(
  { by, kind, since, until }: EventFilters,
  others: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ by, kind, since, until, ...others }))
    if (value !== undefined && value !== '') query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
