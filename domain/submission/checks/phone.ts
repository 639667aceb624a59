import { phoneNumbers, type Region } from '../../form/region.ts';
import { notAPhone } from '../answer-faults.ts';
import type { TextFormat } from './text.ts';

/** Digits, some of them in brackets, with separators between them. The code of a country may stand in brackets. */
const digits = /^(?:\(\+\d{1,3}\)|\+?(?:\d|\([\d ]*\d\)))(?:[ .\-/]{0,3}(?:\d|\([\d ]*\d\)))*$/;
/** An extension, as people write it: "ext. 12", "x12", "#12", ";ext=12". */
export const phoneExtension =
  '[ ,;]*(?:e?xt(?:n|ensi[oó]n)?\\.?|x|#|доб\\.?|int\\.?|anexo)[=: ]{0,2}\\d{1,7}';
const extension = new RegExp(`${phoneExtension}$`, 'iu');

const isInternational = (text: string): boolean => /^\(?\+/.test(text);

/**
 * The number in the form of E.164, such as `+442079460000`, without its extension.
 * @param region the country of a number without the code of one. It is a guess: the number may be of another country.
 * @returns null for a number that its country cannot have, and for one whose country is not known
 */
export function e164Of(text: string, region: Region | null): string | null {
  const { parsePhoneNumberFromString } = phoneNumbers();
  const written = text.replace(extension, '');
  if (isInternational(written)) {
    const number = parsePhoneNumberFromString(written);
    return number?.isPossible() === true ? number.number : null;
  }
  const number = region === null ? undefined : parsePhoneNumberFromString(written, region);
  return number?.isValid() === true ? number.number : null;
}

/** 5 to 15 digits, the most that E.164 permits, with the usual separators; with the code of a country, as many as that country has. */
export const phone: TextFormat = {
  test: (text) => {
    const number = text.replace(extension, '');
    if (!digits.test(number)) return false;
    const count = number.replace(/\D/g, '').length;
    return count >= 5 && count <= 15 && (!isInternational(number) || e164Of(number, null) !== null);
  },
  fault: notAPhone,
};
