import type { FormLocale } from '../../domain/form/locale.ts';

interface GivenLocale {
  readonly language?: string | null;
  readonly time_zone?: string | null;
}

/** Converts the body of a request to what commands take: the language and the time zone as one member. */
export function withLocale<T extends GivenLocale>({ language, time_zone, ...given }: T) {
  const locale: FormLocale = {
    ...(language !== undefined && { language }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
  };
  return { ...given, ...(Object.keys(locale).length > 0 && { locale }) };
}
