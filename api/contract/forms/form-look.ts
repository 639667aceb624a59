import Type, { type TProperties } from 'typebox';
import { Color, longestAlt } from '../../../domain/form/look.ts';
import { Id, named, namedClosed, Nullable } from '../values.ts';

const color = Type.Union([Color, Type.Null()], {
  description:
    'The colour of buttons and links, such as #1d4ed8; null for that of all forms. Pages darken or lighten it where it could not be ' +
    'read.',
});

const picture_id = { ...Id, description: 'A picture of the account, see `POST /pictures`.' };
const alt = {
  ...Type.String({ maxLength: longestAlt }),
  description: 'The text for people who do not see the picture; empty for one that only decorates.',
};
const pixels = { ...Type.Integer({ minimum: 1 }), description: 'In pixels. It follows from the picture.' };

/** A picture on the pages of a form. */
export const ShownFormPicture = named('FormPicture', { picture_id, alt, width: pixels, height: pixels });

/** A picture that the pages of a form are to show. Its size, as the record of a form has it, is ignored. */
export const FormPictureChange = namedClosed('FormPictureChange', {
  picture_id,
  alt: Type.Optional({ ...alt, description: `${alt.description} By default empty.` }),
  width: Type.Optional(pixels),
  height: Type.Optional(pixels),
});

const logoText = 'The picture above the title, of at most 32 KiB; null for none.';
const coverText = 'The picture at the top of the pages; null for none.';

/** The members of a look, in a schema of its own for pictures. */
const placesOf = <P extends TProperties[string]>(picture: P) => ({
  logo: Nullable(picture, logoText),
  cover: Nullable(picture, coverText),
});

/** How the public pages of a form look. */
export const ShownFormLook = named('FormLook', { color, ...placesOf(ShownFormPicture) });

const changedPlaces = placesOf(FormPictureChange);

/** A change of how a form looks: members that are absent stay as they are. */
export const FormLookChange = namedClosed('FormLookChange', {
  color: Type.Optional(color),
  logo: Type.Optional(changedPlaces.logo),
  cover: Type.Optional(changedPlaces.cover),
});
