import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { notAPhone } from '../answer-faults.ts';
import type { TextFormat } from './text.ts';

/** Digits, some of them in brackets, with separators between them. The code of a country may stand in brackets. */
const digits = /^(?:\(\+\d{1,3}\)|\+?(?:\d|\([\d ]*\d\)))(?:[ .\-/]{0,3}(?:\d|\([\d ]*\d\)))*$/;
/** An extension, as people write it: `ext. 12`, `x12`, `#12`, `;ext=12`. */
export const phoneExtension =
  '[ ,;]*(?:e?xt(?:n|ensi[oó]n)?\\.?|x|#|доб\\.?|int\\.?|anexo)[=: ]{0,2}\\d{1,7}';
const extension = new RegExp(`${phoneExtension}$`, 'iu');

const isInternational = (text: string): boolean => /^\(?\+/.test(text);

/**
 * The number in the form of E.164, such as `+442079460000`.
 * @returns null for a number without the code of its country, and for one that no country can have
 */
export function e164Of(text: string): string | null {
  if (!isInternational(text)) return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isPossible() === true ? number.number : null;
}

/** 5 to 15 digits, the most that E.164 permits, with the usual separators; with the code of a country, as many as that country has. */
export const phone: TextFormat = {
  test: (text) => {
    const number = text.replace(extension, '');
    if (!digits.test(number)) return false;
    const count = number.replace(/\D/g, '').length;
    return count >= 5 && count <= 15 && (!isInternational(text) || e164Of(text) !== null);
  },
  fault: notAPhone,
};
