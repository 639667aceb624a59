import type { FieldOption } from '../../../domain/form/field.ts';
import {
  indexedBeginning,
  indexedForms,
  notAllWords,
} from '../../../domain/submission/search/indexed-words.ts';
import { hasWord, spacedWords } from '../../../domain/submission/search/words.ts';

/** A condition on the indexed words of a submission. */
export type WordCondition = Readonly<{ words: string | { $regex: string } | { $in: string[] } }>;

/** A word that is searched for. */
export interface Term {
  /**
   * Conditions of which one holds for each submission that has the word, unless not all of its words are indexed. Null if the index
   * does not tell.
   */
  readonly conditions: readonly WordCondition[] | null;
}

/** Holds for submissions of which not all words are indexed. */
export const notAllIndexed: WordCondition = { words: notAllWords };

/** A word in the labels of more options is not looked up in the index. */
const mostOptions = 200;

/**
 * Returns the terms of a search, longer words first.
 * @param words the words, folded
 * @param options the options of the form, whose values are indexed instead of their labels
 */
export function termsOf(words: readonly string[], options: readonly FieldOption[]): readonly Term[] {
  const labelled =
    words.length === 0 ? [] : options.map(({ value, label }) => [value, spacedWords(label)] as const);
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const beginning: WordCondition = { words: { $regex: `^${indexedBeginning(word)}` } };
      const values = labelled
        .filter(([, label]) => hasWord(label, word))
        .map(([value]) => longestForm(value));
      if (values.length === 0) return { conditions: [beginning] };
      const forms = [...new Set(values)].filter((form) => form !== null);
      // An option without letters and digits has no word that is indexed.
      return values.includes(null) || forms.length > mostOptions
        ? { conditions: null }
        : { conditions: [beginning, { words: { $in: forms } }] };
    });
}

/** Returns one of the words by which each submission with an option is indexed; null if there is none. */
function longestForm(value: string): string | null {
  const [longest = null] = [...indexedForms(value)].sort((a, b) => b.length - a.length);
  return longest;
}

/** Returns the condition that holds for each submission that has a word, and for some others. */
export const conditionOf = ({ conditions }: Term) =>
  conditions === null ? {} : { $or: [...conditions, notAllIndexed] };
