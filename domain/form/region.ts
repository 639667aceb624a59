import type * as libphonenumber from 'libphonenumber-js';
import { LRUCache } from 'lru-cache';
import { loadedOnUse } from '../loaded-on-use.ts';
import type { FormLocale } from './locale.ts';

export type Region = libphonenumber.CountryCode;

/** The telephone numbers of all countries. */
export const phoneNumbers = loadedOnUse((require) => require('libphonenumber-js') as typeof libphonenumber);

/**
 * Returns the country in which people fill in a form: the region of its language, such as AT of `de-AT`, or else the only country
 * that has its time zone. Null if neither names one country.
 */
export function regionOf(locale: FormLocale): Region | null {
  const key = JSON.stringify([locale.language, locale.timeZone]);
  const region = known.get(key) ?? findRegion(locale) ?? 'none';
  known.set(key, region);
  return region === 'none' ? null : region;
}

/** The regions of forms, which take some microseconds to find. */
const known = new LRUCache<string, Region | 'none'>({ max: 1_000 });

function findRegion({ language, timeZone }: FormLocale): Region | null {
  const region = typeof language === 'string' ? new Intl.Locale(language).region : undefined;
  if (region !== undefined && phoneNumbers().isSupportedCountry(region)) return region;
  return typeof timeZone === 'string' ? countryWith(timeZone) : null;
}

function countryWith(timeZone: string): Region | null {
  const country = countriesByZone().get(canonical(timeZone)) ?? 'none';
  return country === 'none' ? null : country;
}

/** A zone has several names, such as Asia/Kolkata and Asia/Calcutta. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

let byZone: ReadonlyMap<string, Region | 'none'> | null = null;

/** The country of each zone that one country alone has, of the Unicode data in Node. */
function countriesByZone(): ReadonlyMap<string, Region | 'none'> {
  if (byZone) return byZone;
  const countries = new Map<string, Region | 'none'>();
  for (const country of phoneNumbers().getCountries())
    for (const zone of zonesOf(country)) countries.set(zone, countries.has(zone) ? 'none' : country);
  byZone = countries;
  return countries;
}

/** The zones of a country. Later versions of Node have a method for the property of earlier ones. */
function zonesOf(country: Region): readonly string[] {
  const locale = new Intl.Locale('und', { region: country });
  const method: unknown = Reflect.get(locale, 'getTimeZones');
  const zones: unknown =
    typeof method === 'function' ? Reflect.apply(method, locale, []) : Reflect.get(locale, 'timeZones');
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : [];
}
