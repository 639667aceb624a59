/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const isAscii = (text: string): boolean => /^[\x20-\x7e\s]*$/.test(text);

/** Letters that differ in case, width or marks alone become the same. */
const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ς', 'σ')
        .normalize('NFKC');

const wordsOfFolded = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a text, folded, in its order. */
export const wordsIn = (text: string): readonly string[] => wordsOfFolded(folded(text));

/** Whether a word is found anywhere in a text, and not only at the beginning of a word. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

const spaced = (words: readonly string[]): string => ` ${words.join(' ')}`;

/** Returns the words of a text with a space before each, as `hasWord` reads them. */
export const spacedWords = (text: string): string => spaced(wordsIn(text));

const soughtIn = (word: string): string => (isUnspaced(word) ? word : ` ${word}`);

/** Whether a folded word begins a word of a text. @param text the text's words, by `spacedWords` */
export const hasWord = (text: string, word: string): boolean => text.includes(soughtIn(word));

export interface Search {
  /** The distinct words, folded. Texts have each of them, or a word that begins with it. */
  readonly words: readonly string[];
  /**
   * Looks through the texts of one submission.
   * @returns whether they have all words together; it stops after some thousand characters, so that others can have their turn
   */
  lookThrough(texts: Iterable<string>): Generator<undefined, boolean>;
}

/**
 * Reads what a person searches for: some texts have it if each word begins a word of one of them. Words of scripts without spaces
 * may stand anywhere. A search without words is found everywhere.
 */
export function searchFor(search: string): Search {
  const words = [...new Set(wordsIn(search))];
  return {
    words,
    *lookThrough(texts) {
      let missing = words;
      if (missing.length === 0) return true;
      for (const text of texts)
        for (const piece of piecesOf(text)) {
          const letters = folded(piece);
          // Most texts have none of the words anywhere, so that they need not be divided into words.
          if (missing.some((word) => letters.includes(word))) {
            const divided = spaced(wordsOfFolded(letters));
            missing = missing.filter((word) => !hasWord(divided, word));
            if (missing.length === 0) return true;
          }
          yield;
        }
      return false;
    },
  };
}

/** Whether texts have all words of a search. */
export function isFoundIn({ lookThrough }: Search, texts: Iterable<string>): boolean {
  const look = lookThrough(texts);
  for (;;) {
    const { done, value } = look.next();
    if (done) return value;
  }
}

/** So many characters are compared at once. */
const longestPiece = 10_000;
/** Pieces of a text without spaces share so many characters, which a searched word may have. */
const shared = 200;

/** Divides a long text, between words where it can. */
function* piecesOf(text: string): Iterable<string> {
  let start = 0;
  while (text.length - start > longestPiece) {
    const end = start + longestPiece;
    const space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
    const isCut = space > start + shared;
    yield text.slice(start, isCut ? space : end);
    start = isCut ? space : end - shared;
  }
  yield start === 0 ? text : text.slice(start);
}
