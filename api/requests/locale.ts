import Type from 'typebox';
import type { FormLocale } from '../../domain/form/locale.ts';
import { Nullable } from './schemas.ts';

/** The language and the time zone in the body of a request, with their descriptions. */
export const localeMembers = (language: string, timeZone: string) => ({
  language: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 35 }), language)),
  time_zone: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }), timeZone)),
});

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
