import {
  alone,
  closing,
  finalLetters,
  frequencies,
  icelandic,
  latinAlphabets,
  loneLetters,
  ofNumbers,
  opening,
  scripts,
} from './alphabets.ts';

const beyondAscii = /[^\0-\x7f]/gu;
const letter = /[\p{L}\p{M}]/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const latinLetter = /\p{Script=Latin}/u;
const digit = /\d/;
const vowels = /^[aeiouyæøœı]$/i;

/** The end of a question or an exclamation, in the same line. */
const asking = /^[^\r\n?!]*[?!]/;
const longestQuestion = 300;
/** Micrometres, micrograms and the like. */
const unit = /[mglsAVWFHJ]/;

/** A character beyond ASCII between its neighbours. */
interface Place {
  readonly character: string;
  readonly before: string;
  readonly after: string;
  /** Whether the line goes on to the end of a question or an exclamation. */
  readonly isAsking: boolean;
}

/**
 * Rates how likely people wrote a text, by its characters beyond ASCII: letters of one language in words, and signs where they
 * belong.
 * @returns from below 0 to 1; null if it has characters that no text of people has
 */
export function rateText(text: string): number | null {
  if (/[\ufffd\u0080-\u009f]/.test(text)) return null;
  const places = [...text.matchAll(beyondAscii)].map(({ 0: character, index }) => ({
    character,
    before: text.charAt(index - 1),
    after: text.charAt(index + character.length),
    isAsking: /[¿¡]/.test(character) && asking.test(text.slice(index, index + longestQuestion)),
  }));
  const alphabet = alphabetOf(places);
  const sum = places.reduce((total, place) => total + weightOf(place, alphabet), 0);
  return places.length === 0 ? null : sum / places.length;
}

/** The alphabet that has most of the letters. */
function alphabetOf(places: readonly Place[]): ReadonlySet<string> {
  const counts = latinAlphabets.map(
    (alphabet) => places.filter(({ character }) => isIn(alphabet, character)).length,
  );
  return latinAlphabets[counts.indexOf(Math.max(...counts))] ?? new Set();
}

const isIn = (alphabet: ReadonlySet<string>, character: string): boolean =>
  alphabet.has(character) || alphabet.has(character.toLowerCase());

function weightOf(place: Place, alphabet: ReadonlySet<string>): number {
  const { character, before, after } = place;
  if (character === 'µ') return !letter.test(before) && unit.test(after) ? 1 : 0.1;
  if (!letter.test(character)) return signWeight(place);
  const isLatin = latinLetter.test(character);
  const beside = [before, after].filter((one) => letter.test(one));
  // Words do not mix scripts.
  if (beside.some((one) => latinLetter.test(one) !== isLatin)) return -1;
  if (isMiscased(place)) return -1;
  if (beside.length === 0 && digit.test(before + after)) return 0.1;
  return isLatin ? latinWeight(character, beside, alphabet) : scriptWeight(place, beside);
}

/** A capital letter after a small one. */
const isMiscased = ({ character, before, after }: Place): boolean =>
  (upper.test(character) && lower.test(before)) ||
  (lower.test(character) && lower.test(before) && upper.test(after));

function latinWeight(character: string, beside: readonly string[], alphabet: ReadonlySet<string>): number {
  if (!isIn(alphabet, character)) return 0.2;
  if (beside.length === 0) return loneLetters.has(character) ? 1 : 0.3;
  // Most letters of every such language are ASCII.
  if (!beside.some((one) => /[a-z]/i.test(one))) return 0.5;
  // Vowels and consonants take turns.
  const base = (one: string): string => one.normalize('NFD').charAt(0);
  const isVowel = vowels.test(base(character));
  const alternates = beside.length < 2 || beside.some((one) => vowels.test(base(one)) !== isVowel);
  return alternates ? (alphabet === icelandic ? 0.95 : 1) : 0.7;
}

function scriptWeight({ character, before, after }: Place, beside: readonly string[]): number {
  const small = character.toLowerCase();
  const script = scripts.find((name) => frequencies[name].has(small));
  if (script === undefined) return 0.1;
  if (finalLetters.has(character)) return letter.test(after) ? -0.5 : 1;
  const weight = frequencies[script].get(small) ?? 0;
  const isCapitalWithin = upper.test(character) && letter.test(before);
  if (beside.length === 0) return weight * 0.6;
  return isCapitalWithin ? weight * 0.7 : weight;
}

function signWeight({ character, before, after, isAsking }: Place): number {
  const [isAfter, isBefore] = [letter.test(before), letter.test(after)];
  if (character === '’' && isAfter) return 1;
  if (isAfter && isBefore) return -0.5;
  // As `¡` is the sign of degrees in another encoding.
  if (opening.has(character))
    return isBefore || digit.test(after) ? (/[¿¡]/.test(character) && !isAsking ? 0.85 : 1) : 0.3;
  if (closing.has(character)) return isAfter || digit.test(before) || /[.!?,)]/.test(before) ? 1 : 0.3;
  if (ofNumbers.has(character)) return /[\d\s]/.test(before + after) ? 0.9 : 0.3;
  if (alone.has(character)) return isAfter || isBefore ? 0.3 : 0.8;
  return 0.1;
}
