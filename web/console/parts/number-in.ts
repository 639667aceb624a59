import { readNumber } from '../../../domain/submission/reading/number.ts';

/** Reads a number of a setting. The console is in English. Any other text stays, for the check to name. */
export function numberIn(text: string): number | string {
  const read = readNumber(text, { language: 'en' });
  return read.ok ? read.value : text;
}
