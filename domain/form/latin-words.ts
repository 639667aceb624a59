import anyAscii from 'any-ascii';

/**
 * Returns the words of a text of any script in lower-case Latin letters and digits: "Имя" becomes "imya", "東京" becomes "dongjing".
 * The same text always gives the same words; a text without letters, digits or signs with a name gives none.
 */
export const latinWords = (text: string): string[] =>
  anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[a-z0-9]+/g) ?? [];
