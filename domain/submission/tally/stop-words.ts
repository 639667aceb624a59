import Type from 'typebox';
import { Value } from 'typebox/value';
import { loadedOnUse } from '../../loaded-on-use.ts';

const WordList = Type.Object({ stopwords: Type.Array(Type.String()) });

const listIn = (load: (from: NodeJS.Require) => unknown) =>
  loadedOnUse((require) => new Set(Value.Parse(WordList, load(require)).stopwords));

/** The lists by language, as BCP 47 names it: those of the public forms' own languages, and others. */
const lists: Readonly<Record<string, () => ReadonlySet<string>>> = {
  ar: listIn((require) => require('@orama/stopwords/arabic')),
  bg: listIn((require) => require('@orama/stopwords/bulgarian')),
  da: listIn((require) => require('@orama/stopwords/danish')),
  de: listIn((require) => require('@orama/stopwords/german')),
  el: listIn((require) => require('@orama/stopwords/greek')),
  en: listIn((require) => require('@orama/stopwords/english')),
  es: listIn((require) => require('@orama/stopwords/spanish')),
  fi: listIn((require) => require('@orama/stopwords/finnish')),
  fr: listIn((require) => require('@orama/stopwords/french')),
  hu: listIn((require) => require('@orama/stopwords/hungarian')),
  it: listIn((require) => require('@orama/stopwords/italian')),
  ja: listIn((require) => require('@orama/stopwords/japanese')),
  nl: listIn((require) => require('@orama/stopwords/dutch')),
  no: listIn((require) => require('@orama/stopwords/norwegian')),
  pt: listIn((require) => require('@orama/stopwords/portuguese')),
  ro: listIn((require) => require('@orama/stopwords/romanian')),
  ru: listIn((require) => require('@orama/stopwords/russian')),
  sv: listIn((require) => require('@orama/stopwords/swedish')),
  tr: listIn((require) => require('@orama/stopwords/turkish')),
  uk: listIn((require) => require('@orama/stopwords/ukrainian')),
  zh: listIn((require) => require('@orama/stopwords/mandarin')),
};

/** Norwegian has two written languages, and their words are in one list. */
const sameList: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

const none: ReadonlySet<string> = new Set();

/**
 * Returns the words of a language that say nothing by themselves, in lower case; none where no list is known.
 * @param language a tag of BCP 47; English if absent, as for public forms
 */
export function stopWordsOf(language: string | null | undefined): ReadonlySet<string> {
  const [tag = ''] = (language ?? 'en').split('-');
  return lists[sameList[tag] ?? tag]?.() ?? none;
}
