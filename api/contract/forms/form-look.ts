import Type from 'typebox';
import { Color } from '../../../domain/form/look.ts';
import { named, namedClosed } from '../values.ts';

const color = Type.Union([Color, Type.Null()], {
  description:
    'The colour of buttons and links, such as #1d4ed8; null for that of all forms. Pages darken or lighten it where it could not be ' +
    'read.',
});

/** How the public pages of a form look. */
export const ShownFormLook = named('FormLook', { color });

/** A change of how a form looks: members that are absent stay as they are. */
export const FormLookChange = namedClosed('FormLookChange', { color: Type.Optional(color) });
