import { checkLocale, type FormLocale } from '../../../domain/form/locale.ts';
import type { DraftDetails } from '../../../domain/form-draft/events.ts';

/** The language and time zone of a draft. Settings that are wrong have no effect yet. */
export function localeOf({ language, timeZone }: Pick<DraftDetails, 'language' | 'timeZone'>): FormLocale {
  const checked = checkLocale({ language: language.trim() || null, timeZone: timeZone.trim() || null });
  return checked.ok ? checked.value : {};
}
