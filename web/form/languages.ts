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
