import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { directionOf } from '../domain/form/locale.ts';
import type english from './languages/en.json';
import { mailFile } from './mail-file.ts';

/** The id of a text of messages. */
export type MailTextId = keyof typeof english;

/** The texts of messages in the language of a person. */
export interface MailTexts {
  /** A tag of BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  say(id: MailTextId, values?: Readonly<Record<string, string | number>>): string;
  /** Writes a moment with its zone. @param at ISO 8601 */
  moment(at: string, timeZone: string): string;
}

const folder = mailFile('languages/');
const Messages = Type.Record(Type.String(), Type.String());
const fallback = 'en';

/** The languages with texts: one for each file, by its name. A file is read when its language is used. */
export const mailLanguages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

const kept = new LRUCache<string, MailTexts>({ max: 50 });

/** Returns the texts for a tag of BCP 47: English for none, and for a language without texts. */
export function mailTextsIn(tag: string | null | undefined): MailTexts {
  const name = tag ?? fallback;
  const texts = kept.get(name) ?? openTexts(name);
  kept.set(name, texts);
  return texts;
}

function openTexts(tag: string): MailTexts {
  const known = languageFor(tag);
  const language = known === null ? fallback : tag;
  const messages = Value.Parse(
    Messages,
    JSON.parse(readFileSync(new URL(`${known ?? fallback}.json`, folder), 'utf8')),
  );
  const direction = directionOf(language);
  // Titles and names have a direction of their own.
  const isolated = (text: string): string => (direction === 'rtl' ? `\u2068${text}\u2069` : text);
  return {
    language,
    direction,
    say(id, values = {}) {
      const message = messages[id];
      if (message === undefined) throw new Error(`the language ${language} has no text ${id}`);
      const given = Object.entries(values).map(
        ([name, value]) => [name, typeof value === 'string' ? isolated(value) : value] as const,
      );
      const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      return String(format.format(Object.fromEntries(given)));
    },
    moment: (at, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(
        new Date(at),
      ),
  };
}

/** Finds the language of a tag, or of the tag without its last subtags (RFC 4647); null if there is none. */
function languageFor(tag: string): string | null {
  for (let rest = tag; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-'))))
    if (mailLanguages.includes(rest)) return rest;
  return null;
}
