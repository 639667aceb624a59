import { characters, cleanLine, isBlank } from '../../domain/text.ts';

/** The most characters of a person's name. */
export const maxNameLength = 100;

/** Returns the name of a person as it is stored; null for a text that shows nothing or is too long. */
export function personNameIn(text: string): string | null {
  const name = cleanLine(text).trim();
  return isBlank(name) || characters(name) > maxNameLength ? null : name;
}
