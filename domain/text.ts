/** Texts of printable ASCII, which are the same in every normal form. */
const plain = /^[\x20-\x7e\n\t]*$/;

/** Characters that end a line besides LF: CR LF, CR, VT, FF, NEL, and the separators of lines and paragraphs. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Characters that show nothing and can harm a reader: control characters except NUL, which is refused; the controls that reorder
 * the text after them (embeddings and overrides); byte order marks and annotations. Joiners, marks of direction and isolates stay:
 * emoji, Persian, Arabic and Indic texts need them.
 */
// eslint-disable-next-line no-control-regex -- these are the characters that are removed
const harmful = /[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\ufeff\ufff9-\ufffb]/g;
/** Tags spell the flags of regions after a black flag. Elsewhere they are invisible text. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Any of the characters above. Most texts have none. */
const changed = new RegExp(`${lineEnds.source}|${harmful.source}|[\\u{e0000}-\\u{e007f}]`, 'u');

/** Characters that show nothing: blanks, controls, and what fonts leave out. */
const invisible = '\\s\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800';
/** Matches texts that show something, in Unicode mode. */
export const visiblePattern = `[^${invisible}]`;
const visible = new RegExp(visiblePattern, 'u');
const distinct = `[^${invisible}\\uff01-\\uff5e]`;
/**
 * Matches names that another system gives, such as the id of a payment, in Unicode mode: with blanks only between visible characters,
 * and without wide forms. Names that look the same are then the same.
 */
export const foreignNamePattern = `^${distinct}(?:[ ]*${distinct})*$`;

/** Whether a text shows nothing: it is empty, or has blanks and invisible characters only. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A run of combining marks longer than Unicode's own limit for streams. */
const longRun = /\p{M}{31}/u;

/**
 * Returns a text in the normal form C. To sort a long run of combining marks takes time in the square of its length: a text with a run
 * of more than 30 stays as it is.
 */
export const composed = (text: string): string =>
  plain.test(text) || longRun.test(text) ? text : text.normalize('NFC');

/** Returns a text as it is stored: composed, with LF as the end of lines, without harmful invisible characters. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const clean = changed.test(text)
    ? text.replaceAll('\r\n', '\n').replace(lineEnds, '\n').replace(harmful, '').replace(tags, '$1')
    : text;
  return composed(clean);
}

/** As `cleanText`, with a blank for each end of a line within the text, and none at its ends. */
export function cleanLine(text: string): string {
  const clean = cleanText(text);
  return clean.includes('\n') ? clean.replace(/^\n+|\n+$/g, '').replace(/\n+/g, ' ') : clean;
}

/** Returns the number of Unicode characters, as JSON Schema counts them. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The zeros of the digits that people type instead of ASCII's: Arabic, Indic, Thai, Tibetan, Khmer, full width and others. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Returns a text with the digits of every script as ASCII digits. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => first <= point && point <= first + 9);
    return zero === undefined ? digit : String(point - zero);
  });

/** Returns a text with ASCII for the wide forms that East Asian keyboards type, such as `＠`. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const halfPair = /\p{Surrogate}/u;

/**
 * Returns the fault of a text with characters that are not accepted anywhere: NUL, which ends texts in many programs, and half a
 * surrogate pair, which UTF-8 cannot express. Null for any other text.
 */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'Contains the character NUL (U+0000), which is not accepted.';
  return halfPair.test(text) ? 'Contains half a surrogate pair, which is not a character.' : null;
}
