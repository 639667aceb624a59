/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Letters that differ in case, width or marks alone become the same. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKC');

const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Reads what a person searches for: a text has it if each word begins a word of the text. Words of scripts without spaces may stand
 * anywhere.
 * @returns whether a text has all words; true for every text if there are none
 */
export function searchFor(search: string): (text: string) => boolean {
  const wanted = wordsIn(search).map((word) => (unspaced.test(word) ? word : ` ${word}`));
  return (text) => {
    if (wanted.length === 0) return true;
    const words = ` ${wordsIn(text).join(' ')}`;
    return wanted.every((word) => words.includes(word));
  };
}
