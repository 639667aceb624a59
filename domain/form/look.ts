import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';

/** A colour in hexadecimal digits of red, green and blue, such as #1d4ed8. */
export const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

/** How the public pages of a form look. Members that are absent stay as they are. */
export const LookChanges = Type.Object({
  /** The colour of buttons and links; null for that of all forms. */
  color: Type.Optional(Type.Union([Color, Type.Null()])),
});
export type LookChanges = Static<typeof LookChanges>;

export type FormLook = Readonly<Required<LookChanges>>;

/** The look of a form that has changed nothing. */
export const defaultLook: FormLook = { color: null };

/** Returns the look after a change. */
export const lookAfter = (before: FormLook, { color = before.color }: LookChanges): FormLook => ({ color });

/** Returns a change without the members that change nothing, its colour in small letters; null if none is left. */
export function relevantLook(before: FormLook, { color: given }: LookChanges): LookChanges | null {
  const color = given?.toLowerCase() ?? given;
  const change = { ...(color !== undefined && color !== before.color && { color }) };
  return isDeepStrictEqual(change, {}) ? null : change;
}
