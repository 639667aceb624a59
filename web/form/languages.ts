import { readdirSync, readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { partLabels } from '../../domain/submission/parts.ts';
import { webFile } from '../web-file.ts';

/** The messages of a language by their ids, in the syntax of ICU. */
export type Messages = Readonly<Record<string, string>>;

const folder = webFile('form/languages/');
const Messages = Type.Record(Type.String(), Type.String());

function read(language: string): Messages {
  const messages = Value.Parse(
    Messages,
    JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')),
  );
  if (language !== 'en') return messages;
  // The English labels of parts are in exports, too. The English messages of faults come with the faults.
  const parts = Object.entries(partLabels).map(([part, label]) => [`part.${part}`, label] as const);
  return { ...messages, ...Object.fromEntries(parts) };
}

/** The languages of the page's own texts: one for each file in `languages/`, by its name. */
export const languages: ReadonlyMap<string, Messages> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .map((language) => [language, read(language)]),
);

/**
 * Finds the language for a tag of BCP 47: that of the tag, or else of the tag without its last subtags, as RFC 4647 looks tags up.
 * @returns null if there is none
 */
export function languageFor(tag: string): string | null {
  for (let rest = tag; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-'))))
    if (languages.has(rest)) return rest;
  return null;
}

/** The most languages of a header that are compared. */
const comparedLanguages = 20;

/**
 * Finds the language with texts that a reader prefers.
 * @param header `Accept-Language` (RFC 9110), such as `de-AT,de;q=0.9,en;q=0.8`
 * @returns a tag of the header; undefined if none has texts
 */
export function preferredLanguage(header = ''): string | undefined {
  const asked = header
    .split(',', comparedLanguages)
    .map((range) => /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(range))
    .flatMap((match) => (match?.[1] === undefined ? [] : { tag: match[1], weight: Number(match[2] ?? 1) }))
    .filter(({ tag, weight }) => weight > 0 && languageFor(tag) !== null);
  return asked.sort((a, b) => b.weight - a.weight)[0]?.tag;
}
