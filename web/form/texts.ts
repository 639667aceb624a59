import { IntlMessageFormat } from 'intl-messageformat';
import { LRUCache } from 'lru-cache';
import type { Problem } from '../../domain/errors.ts';
import { directionOf } from '../../domain/form/locale.ts';
import type { Price } from '../../domain/form/price.ts';
import { asDecimal, decimalsOf } from '../../domain/submission/currencies.ts';
import type { PartName } from '../../domain/submission/parts.ts';
import { type Wording, wording } from '../../domain/wording.ts';
import { languageFor, languages } from './languages.ts';
import type english from './languages/en.json';

/** The id of a text of the page. */
export type TextId = keyof typeof english | `part.${PartName}`;

type Values = Readonly<Record<string, string | number>>;

/** The page's own texts in the language of a form. */
export interface Texts {
  /** Attributes for elements with these texts: set where the page's language has no texts, so that they are English. */
  readonly attributes: Readonly<{ lang?: string; dir?: 'ltr' }>;
  say(id: TextId, values?: Values): string;
  /** Writes a number with all its digits. */
  number(value: number): string;
  /** Writes an amount with its currency. */
  money(price: Price): string;
  /** Writes a moment with its zone. @param at ISO 8601 */
  moment(at: string, timeZone: string): string;
  /** The message of a problem. */
  problem(problem: Pick<Problem, 'message' | typeof wording>): string;
  /** A name, and what there is to say about it. */
  named(name: string, text: string): string;
  /** Names as an enumeration of which any may be chosen: `A, B or C`. */
  either(names: readonly string[]): string;
  /** Sentences, one after the other. */
  joined(sentences: readonly string[]): string;
}

const fallback = 'en';
/** The most tags whose messages are kept ready. */
const keptTags = 100;

const kept = new LRUCache<string, Texts>({ max: keptTags });

/** Returns the texts for a form's language, a tag of BCP 47: English for none, and for one that has no texts here. */
export function textsIn(tag: string | null | undefined): Texts {
  const name = tag ?? fallback;
  const texts = kept.get(name) ?? openTexts(name);
  kept.set(name, texts);
  return texts;
}

function openTexts(tag: string): Texts {
  const language = languageFor(tag);
  const locale = language === null ? fallback : tag;
  const messages = languages.get(language ?? fallback) ?? {};
  const compiled = new Map<string, IntlMessageFormat>();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' });
  const plurals = {
    cardinal: new Intl.PluralRules(locale),
    ordinal: new Intl.PluralRules(locale, { type: 'ordinal' }),
  };
  const formatters = {
    getNumberFormat: () => numbers,
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
    getPluralRules: (_: unknown, { type = 'cardinal' }: Intl.PluralRulesOptions = {}) => plurals[type],
  };
  const isRightToLeft = directionOf(locale) === 'rtl';
  // Labels, numbers with signs and names of zones have a direction of their own.
  const isolated = (text: string): string => (isRightToLeft ? `\u2068${text}\u2069` : text);

  function compile(id: string): IntlMessageFormat {
    const message = messages[id];
    if (message === undefined) throw new Error(`the language ${language} has no text ${id}`);
    const made = new IntlMessageFormat(message, locale, undefined, { formatters, ignoreTag: true });
    compiled.set(id, made);
    return made;
  }

  function write(id: string, values: Values = {}): string {
    const given = Object.entries(values).map(
      ([name, value]) => [name, typeof value === 'string' ? isolated(value) : value] as const,
    );
    return String((compiled.get(id) ?? compile(id)).format(Object.fromEntries(given)));
  }

  const named = (name: string, text: string): string => isolated(name) + write('colon') + text;

  function fault({ id, values, about }: Wording): string {
    const text = write(id, values);
    if (about === undefined) return text;
    return named('row' in about ? about.row : write(about.part), text);
  }

  return {
    attributes: language === null ? { lang: fallback, dir: 'ltr' } : {},
    say: write,
    number: (value) => numbers.format(value),
    money: ({ amount, currency }) => {
      const digits = decimalsOf(currency) ?? 2;
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(Number(asDecimal(amount, currency)));
    },
    moment: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }).format(new Date(at)),
    problem: (problem) => {
      const message = problem[wording];
      // The messages of the domain are English. Some are for programmers: English has others for people.
      return message === undefined || messages[message.id] === undefined ? problem.message : fault(message);
    },
    named,
    either: (names) => alternatives.format(names),
    joined: (sentences) => sentences.join(write('betweenSentences')),
  };
}
