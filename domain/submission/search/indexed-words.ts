import type { PhoneNumbers } from '../answered-form.ts';
import { storedTexts } from './answer-texts.ts';
import { isUnspaced, wordsIn } from './words.ts';

/** A submission is found through the index by so many words. */
const mostWords = 16;
/** A longer word is indexed, and searched in the index, by its beginning. */
const longestWord = 24;
/** So many texts of a submission, and so many characters of each, are read for the index. */
const most = { texts: 200, characters: 500 };

/** Stands among the words of a submission if not all of its words are among them. No word has this character. */
export const notAllWords = '~';

/** Returns the beginning of a word that the index has. */
export const indexedBeginning = (word: string): string =>
  word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');

/** Returns the forms in which the words of a text are indexed: a word of a script without spaces from each of its letters on. */
export function* indexedForms(text: string): Iterable<string> {
  for (const word of wordsIn(text))
    if (isUnspaced(word)) {
      let rest = word;
      for (const letter of word) {
        yield indexedBeginning(rest);
        rest = rest.slice(letter.length);
      }
    } else yield indexedBeginning(word);
}

export interface IndexedAnswers {
  readonly answers: readonly unknown[];
  readonly e164?: PhoneNumbers | undefined;
}

/**
 * Returns the words by which the index finds a submission: those of its stored answers, the words of short answers first. If there are
 * more, `notAllWords` is the last.
 */
export function indexedWords({ answers, e164 = {} }: IndexedAnswers): readonly string[] {
  const { texts, isWhole } = shortestFirst([answers, Object.values(e164)]);
  const words = new Set<string>();
  for (const text of texts)
    for (const word of indexedForms(text.slice(0, most.characters))) {
      if (words.size === mostWords && !words.has(word)) return [...words, notAllWords];
      words.add(word);
    }
  return isWhole && texts.every(({ length }) => length <= most.characters)
    ? [...words]
    : [...words, notAllWords];
}

function shortestFirst(answers: unknown) {
  const texts: string[] = [];
  for (const text of storedTexts(answers)) {
    if (texts.length === most.texts) return { texts, isWhole: false };
    texts.push(text);
  }
  return { texts: texts.sort((a, b) => a.length - b.length), isWhole: true };
}
