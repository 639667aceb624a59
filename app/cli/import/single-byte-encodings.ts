import iconv from 'iconv-lite';

/** The encodings of languages with Latin letters, the most common first. */
const latin = [
  'Windows-1252',
  'Windows-1250',
  'ISO-8859-2',
  'MacRoman',
  'Windows-1254',
  'Windows-1257',
] as const;

/** Whether an encoding is one of those. */
export const isLatin = (encoding: string): boolean => latin.some((name) => name === encoding);

/** Letters that their languages use in many words. */
const usual = new Set(
  'äöüßéèêëàâçñóíáúåøæœôîïûùãõ' +
    'ąćęłńśźżčďěňřšťůýžőűđășțâ' +
    'ğışİ' +
    'āēģīķļņūėįų' +
    'ÄÖÜÉÈÀÇÑÓÁÍÚÅØÆČŠŽŁŚŻŘ',
);
/** Signs that stand between words. */
const punctuation = new Set('“”„‘’‚–—…€£§°«»¿¡·•™®©½¼¾²³×\u00a0'.split(''));

/**
 * Chooses the encoding of a text with one byte for each character.
 * @param detected the encoding that its letters in a row suggest, which is good for other scripts than Latin
 */
export function singleByteOf(bytes: Uint8Array, detected: string | null): string {
  if (detected !== null && !latinNames.test(detected) && !isBesideAscii(bytes)) return detected;
  const texts = latin.map((name) => ({ name, score: likelihood(iconv.decode(Buffer.from(bytes), name)) }));
  return texts.reduce((best, next) => (next.score > best.score + clearly ? next : best)).name;
}

/** How much likelier a less common encoding must be, so that one or two odd characters do not decide. */
const clearly = 1;

const latinNames = /^(?:ISO-8859-(?:1|2|9|15)|windows-125[0247]|UTF-8|ASCII)$/i;

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));

/** Whether most bytes beyond ASCII stand in words that have letters of ASCII, too. */
function isBesideAscii(bytes: Uint8Array): boolean {
  let [beside, all] = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte < 0x80) return;
    all += 1;
    if (isAsciiLetter(bytes[index - 1]) || isAsciiLetter(bytes[index + 1])) beside += 1;
  });
  return beside * 2 > all;
}

const beyondAscii = /[^\0-\x7f]/gu;
const letter = /\p{L}/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;

/** How likely people wrote a text: letters of their languages in words, and signs between them. */
function likelihood(text: string): number {
  let score = 0;
  for (const { 0: character, index } of text.matchAll(beyondAscii)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + character.length)];
    const isInWord = letter.test(before) && letter.test(after);
    if (letter.test(character)) {
      score += usual.has(character) ? 1 : 0.2;
      // A capital letter within a small word.
      if (upper.test(character) && (lower.test(before) || (isInWord && lower.test(after)))) score -= 1.5;
    } else if (punctuation.has(character)) score += isInWord && character !== '’' ? -0.5 : 0.5;
    else score -= 1;
  }
  return score;
}
