import { type Fault, faulty, inside } from '../check.ts';
import { err, ok, type Result } from '../result.ts';

/** Where and in which language people fill in a form, or the usual forms of an account. Null for a setting that is taken back. */
export interface FormLocale {
  /** A language tag (BCP 47) in its canonical spelling, such as `de-CH`. */
  readonly language?: string | null;
  /** A time zone of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone?: string | null;
}

/** The time zone of a form without one. */
export const defaultTimeZone = 'UTC';

/**
 * Checks a language and a time zone as an account gives them.
 * @returns both in their canonical spelling; or every fault, at `/language` and `/time_zone`
 */
export function checkLocale({ language, timeZone }: FormLocale): Result<FormLocale, readonly Fault[]> {
  const tag = typeof language === 'string' ? canonicalLanguage(language) : language;
  const faults = [
    ...(typeof language === 'string' && tag === null ? inside('language', notALanguage) : []),
    ...(typeof timeZone === 'string' && !isTimeZone(timeZone) ? inside('time_zone', notATimeZone) : []),
  ];
  if (faults.length > 0) return err(faults);
  return ok({ ...(tag !== undefined && { language: tag }), ...(timeZone !== undefined && { timeZone }) });
}

/** Returns the settings that a change makes another. */
export const changedLocale = (before: FormLocale, { language, timeZone }: FormLocale): FormLocale => ({
  ...(language !== undefined && language !== (before.language ?? null) && { language }),
  ...(timeZone !== undefined && timeZone !== (before.timeZone ?? null) && { timeZone }),
});

/** Returns the settings after a change, without those that it takes back. */
export const localeAfter = (
  before: FormLocale,
  { language = before.language, timeZone = before.timeZone }: FormLocale,
): { readonly language?: string; readonly timeZone?: string } => ({
  ...(typeof language === 'string' && { language }),
  ...(typeof timeZone === 'string' && { timeZone }),
});

const notALanguage = faulty('invalid_format', 'Must be a language tag of BCP 47, such as en or de-CH.');
const notATimeZone = faulty(
  'invalid_format',
  'Must be a time zone of the IANA database, such as Europe/Berlin.',
);

function canonicalLanguage(tag: string): string | null {
  // Languages of more letters are reserved: `english` is well-formed, and means nothing.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag)) return null;
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return null;
  }
}

/**
 * The zones of the database whose names are three letters. The library of Node has others, which are no names of the database and are
 * surprising: there `BST` is Dhaka and `AST` Anchorage.
 */
const shortZones = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));
const isOfNodeAlone = (name: string): boolean =>
  (/^[A-Z]{3}$/.test(name) && !shortZones.has(name)) || name.startsWith('SystemV/');

/** Whether a text names a time zone as the database spells it; an offset such as `+02:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name) || isOfNodeAlone(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Returns the direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
