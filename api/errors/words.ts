import { foreignNamePattern, visiblePattern } from '../../domain/text.ts';

/** What the patterns of request schemas mean. */
const patterns: Readonly<Record<string, string>> = {
  '\\S': 'Must not be blank.',
  [visiblePattern]: 'Must not be blank.',
  [foreignNamePattern]:
    'Must have visible characters, with blanks only between them and without full-width letters and digits.',
  '^[A-Za-z0-9_-]{1,64}$': 'Must have 1 to 64 letters, digits, hyphens and underscores.',
  '^[a-z0-9_]{1,64}$': 'Must have 1 to 64 lower-case letters, digits and underscores.',
  '^[a-z][a-z0-9-]{0,40}$':
    'Must begin with a lower-case letter, followed by up to 40 lower-case letters, digits and hyphens.',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': 'Must have lower-case letters and digits, in words joined by hyphens.',
  '^\\d{1,19}$': 'Must be a log position: up to 19 digits.',
  '^\\d+$': 'Must be a log position: digits alone.',
  '^[a-z0-9_]{1,64}:[^]{1,500}$':
    'Must be the key of a question, a colon, and an answer, such as email:ada@example.com.',
  '^\\d{1,9}(,\\d{1,9}){0,99}$': 'Must be versions joined by commas, such as 2,3; at most 100.',
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$':
    'Must be a time in UTC with milliseconds, such as 2026-01-31T12:00:00.000Z.',
  '^(https://.*)?$': 'Must be empty or begin with https://.',
  '^[0-9a-f]{64}$': 'Must be a SHA-256 hash: 64 digits from 0 to f.',
  '^(failed|exhausted|skipped|pending)(,(failed|exhausted|skipped|pending))*$':
    'Must be statuses joined by commas: failed, exhausted, skipped, pending.',
  '^whsec_[\\x21-\\x7e]{16,200}$':
    'Must be a signing secret of Stripe: whsec_ and 16 to 200 further visible characters.',
  '^#[0-9a-fA-F]{6}$': 'Must be a colour: # and six digits from 0 to f, such as #1d4ed8.',
  '^[A-Z]{3}$': 'Must be a currency of three capital letters, such as EUR.',
  '^(\\d{1,19}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))$':
    'Must be a log position, or a date and time with a zone, such as 2026-01-31T12:00:00Z.',
};

/** A pattern in words. */
export const patternInWords = (pattern: unknown): string =>
  patterns[String(pattern)] ?? 'Does not have the required form.';

const types: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** A type of JSON in words. */
export const typeInWords = (type: unknown): string => types[String(type)] ?? String(type);

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date and time with a zone, such as 2026-01-31T12:00:00Z',
};

/** A format of a string in words. */
export const formatInWords = (format: unknown): string =>
  formats[String(format)] ?? `of the format ${String(format)}`;
