/*
 * Numbers that a control shows in another unit than the draft has, such as bytes in megabytes. `web/assets/files/editor/settings.js`
 * does the same.
 */

/** A whole number of the draft as the control shows it; any other text as it is. */
export const scaledDown = (text: string, scale = 1): string =>
  /^\d+$/.test(text.trim()) ? String(Number(text) / scale) : text;

/** A number that was typed, in English, as the draft has it; any other text as it is. */
export function scaledUp(text: string, scale = 1): string {
  const plain = text.replace(/[\s,]/g, '');
  return scale !== 1 && /^\d*\.?\d+$/.test(plain) ? String(Math.round(Number(plain) * scale)) : text;
}
