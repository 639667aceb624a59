export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A character of UTF-8 beyond ASCII, in a text whose characters are bytes. */
const sequence =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const binaryText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/**
 * Whether a text that is not valid UTF-8 is in UTF-8 for the most part: a file that was cut off, or made of files in several
 * encodings. In whatever encoding it were read, some of its texts would be changed.
 */
export function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = binaryText(bytes);
  const valid = text.match(sequence)?.length ?? 0;
  const others = text.replace(sequence, '').match(/[\x80-\xff]/g)?.length ?? 0;
  return valid > 0 && valid >= others;
}

/**
 * Whether a text has small letters of Western languages in UTF-8. In an encoding of one byte for each character they would be two
 * signs that hardly ever stand together, such as `Ã¼`.
 */
export const hasUtf8Letters = (bytes: Uint8Array): boolean =>
  /(?<![\x80-\xff])\xc3[\xa0-\xbf](?![\x80-\xff])/.test(binaryText(bytes));

/** Returns the first line that is not valid UTF-8, from 1. */
export function lineOfFault(bytes: Uint8Array): number {
  const lines = binaryText(bytes).split(/\r\n|[\r\n]/);
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
}
