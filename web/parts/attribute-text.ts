/**
 * A text for an attribute. The library escapes quotes alone, and browsers read `&lt;` or `&reg_id` in an attribute as a sign: a
 * text that is shown in a control would be sent back as another.
 */
export const attributeText = (text: string): string => text.replaceAll('&', '&amp;');
