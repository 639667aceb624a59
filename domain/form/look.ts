import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';

/** A colour in hexadecimal digits of red, green and blue, such as #1d4ed8. */
export const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

/** The longest text that stands for a picture, in characters. */
export const longestAlt = 200;

/** The most bytes of a logo. With the largest cover, a page stays within 200 KB. */
export const logoBytes = 32 * 1_024;

const Pixels = Type.Integer({ minimum: 1 });

/** A picture on the pages of a form. Its size is repeated here, so that a page keeps its place without reading it. */
export const LookPicture = Type.Object({
  pictureId: Type.String(),
  /** The text for people who do not see it; empty for a picture that only decorates. */
  alt: Type.String(),
  width: Pixels,
  height: Pixels,
});
export type LookPicture = Static<typeof LookPicture>;

const Shown = Type.Optional(Type.Union([LookPicture, Type.Null()]));

/** How the public pages of a form look. Members that are absent stay as they are. */
export const LookChanges = Type.Object({
  /** The colour of buttons and links; null for that of all forms. */
  color: Type.Optional(Type.Union([Color, Type.Null()])),
  /** The picture above the title, and the one above everything; null for none. */
  logo: Shown,
  cover: Shown,
});
export type LookChanges = Static<typeof LookChanges>;

export type FormLook = Readonly<Required<LookChanges>>;

/** The places of pictures on the pages of a form. */
export const picturePlaces = ['logo', 'cover'] as const;
export type PicturePlace = (typeof picturePlaces)[number];

/** The look of a form that has changed nothing. */
export const defaultLook: FormLook = { color: null, logo: null, cover: null };

/** Returns the look after a change. */
export const lookAfter = (
  before: FormLook,
  { color = before.color, logo = before.logo, cover = before.cover }: LookChanges,
): FormLook => ({ color, logo, cover });

/** Returns a change without the members that change nothing, its colour in small letters; null if none is left. */
export function relevantLook(
  before: FormLook,
  { color: given, logo, cover }: LookChanges,
): LookChanges | null {
  const color = given?.toLowerCase() ?? given;
  const change = {
    ...(color !== undefined && color !== before.color && { color }),
    ...(logo !== undefined && !isDeepStrictEqual(logo, before.logo) && { logo }),
    ...(cover !== undefined && !isDeepStrictEqual(cover, before.cover) && { cover }),
  };
  return isDeepStrictEqual(change, {}) ? null : change;
}

/** Returns whether the pages of a form with this look show a picture. */
export const showsPicture = (look: FormLook | undefined, pictureId: string): boolean =>
  picturePlaces.some((place) => look?.[place]?.pictureId === pictureId);
