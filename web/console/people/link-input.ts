import Type from 'typebox';

/** The link that opens a page, in the page's address and in its form. */
export const LinkInput = Type.Object({ link: Type.String({ maxLength: 4_096 }) });
