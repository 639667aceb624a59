/** Words of scripts that separate words, with their marks, apostrophes and hyphens. */
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’‑-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** Scripts that do not separate words. */
const unseparated =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = /\p{L}/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** The segmenter takes more than linear time, so that it gets short texts. */
const segmented = 200;
/** What is longer is no word. */
const longestWord = 50;

/** Returns the different words of a text, in lower case. Numbers are no words. */
export function wordsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (word: string): void => {
    if (word.length <= longestWord && letter.test(word)) found.add(word);
  };
  const isSeparated = !unseparated.test(text);
  for (const run of text.toLowerCase().replaceAll('’', "'").match(words) ?? []) {
    if (isSeparated || !unseparated.test(run)) {
      add(run);
      continue;
    }
    for (let start = 0; start < run.length; start += segmented)
      for (const { segment, isWordLike } of segmenter.segment(run.slice(start, start + segmented)))
        if (isWordLike === true) add(segment);
  }
  return found;
}
