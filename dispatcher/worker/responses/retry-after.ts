const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

/** The three formats of RFC 9110 section 5.6.7. */
const dateFormats = [
  `[A-Z][a-z]{2}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
  `[A-Z][a-z]{5,8}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
  `[A-Z][a-z]{2} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((format) => new RegExp(`^${format}$`));

/** Whole seconds as the standard has them, or with a fraction or a unit as some receivers write them. */
const seconds = /^(\d+(?:\.\d*)?|\.\d+) ?s?$/;
const listOfSeconds = /^[\d.s ]+(,[\d.s ]+)+$/;

/**
 * Reads `Retry-After`. The date formats are read strictly: `Date.parse` makes a date of almost anything. Of several
 * values, the longest delay counts.
 * @returns the delay in milliseconds, at least 0; null if the header is absent or has no valid value
 */
export function retryAfter(header: string | readonly string[] | undefined, now: number): number | null {
  const headers = typeof header === 'string' ? [header] : (header ?? []);
  const values = headers.flatMap((one) => (listOfSeconds.test(one) ? one.split(',') : [one]));
  const delays = values.map((value) => delayOf(value.trim(), now)).filter((delay) => delay !== null);
  return delays.length > 0 ? Math.min(Math.max(...delays), Number.MAX_SAFE_INTEGER) : null;
}

function delayOf(value: string, now: number): number | null {
  const [, amount] = seconds.exec(value) ?? [];
  if (amount !== undefined) return Number(amount) * 1000;
  const at = httpDate(value, now);
  return at === null ? null : Math.max(0, at - now);
}

/** Returns the time of an HTTP date in milliseconds since 1970; null if it is none. */
function httpDate(text: string, now: number): number | null {
  for (const format of dateFormats) {
    const parts = format.exec(text)?.groups;
    if (!parts) continue;
    const { year = '', day, hour, minute, second } = parts;
    const of = (fullYear: number): number =>
      Date.UTC(
        fullYear,
        months.indexOf(parts['month'] ?? ''),
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
      );
    return of(year.length === 2 ? fullYearOf(Number(year), now) : Number(year));
  }
  return null;
}

/** RFC 9110: two digits that seem to be more than 50 years ahead mean the past century. */
function fullYearOf(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
