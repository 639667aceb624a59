import { characters, cleanLine, isBlank } from '../../domain/text.ts';

/** The most characters of an account's name. */
export const maxAccountName = 200;

/** Returns the name of an account as it is stored; null for a text that shows nothing or is too long. */
export function accountNameIn(text: string): string | null {
  const name = cleanLine(text).trim();
  return isBlank(name) || characters(name) > maxAccountName ? null : name;
}
