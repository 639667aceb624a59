import iconv from 'iconv-lite';
import { rateEastAsian } from './east-asian.ts';
import { rateText } from './rate-text.ts';

/** The encodings of Latin letters, the most common first: where two fit alike, the first is meant. */
const latin = [
  'Windows-1252',
  'Windows-1250',
  'ISO-8859-2',
  'MacRoman',
  'Windows-1254',
  'Windows-1257',
  'ISO-8859-15',
  'CP850',
  'CP852',
] as const;

/** Of other scripts. */
const others = [
  'Windows-1251',
  'KOI8-U',
  'CP866',
  'MacCyrillic',
  'Windows-1253',
  'Windows-1255',
  'Windows-1256',
  'Windows-874',
  'ISO-8859-5',
  'ISO-8859-6',
] as const;

/** Whether an encoding is one of Latin letters. */
export const isLatin = (encoding: string): boolean => latin.some((name) => name === encoding);

/** Hardly used any more: these have to fit clearly better. */
const rare = new Set<string>(['MacCyrillic', 'ISO-8859-5', 'ISO-8859-6']);

interface Candidate {
  readonly name: string;
  readonly score: number;
}

/** By how much the best encoding has to lead one that gives another text, unless both are of Latin letters. */
const lead = 0.1;
/** What no text of people falls below. */
const least = 0.4;
/** The fewest letters that tell of a script: two alone fit several encodings of each. */
const minLetters = 3;

/**
 * Guesses the encoding of a text that is not in Unicode, by how likely people wrote what each makes of it.
 * @returns the encoding; several, the best first, where the text leaves a doubt; none if no encoding fits
 */
export function guessEncoding(bytes: Uint8Array): readonly string[] {
  const decoded = (name: string) => iconv.decode(Buffer.from(bytes), name);
  const revealsScript = bytes.filter((byte) => byte > 0x7f).length >= minLetters;
  const ofOneByte = [...latin, ...(revealsScript ? others : [])].flatMap((name): Candidate[] => {
    const score = rateText(decoded(name));
    return score === null ? [] : [{ name, score: rare.has(name) ? score - lead : score }];
  });
  // The sort is stable: where two fit alike, the first of the list is first.
  const candidates = [...ofOneByte, ...rateEastAsian(bytes)].sort((one, other) => other.score - one.score);
  const [best] = candidates;
  if (!best || best.score < least) return [];
  const text = decoded(best.name);
  const alternatives = candidates.filter(
    ({ name, score }) =>
      name !== best.name &&
      score > best.score - lead &&
      !(isLatin(name) && isLatin(best.name)) &&
      decoded(name) !== text,
  );
  return [best.name, ...alternatives.map(({ name }) => name)];
}
