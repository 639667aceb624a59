import fc from 'fast-check';
import { shortestAnswer } from '../../domain/form/answerable.ts';
import {
  type FieldDefinition,
  type FieldInput,
  fieldKinds,
  type FieldValidation,
} from '../../domain/form/field.ts';
import { kindRules, lengthsOf, rangeOf, selectionsOf } from '../../domain/form/kind-rules.ts';
import { checkOf } from '../../domain/submission/check-value.ts';

const small = fc.integer({ min: -2, max: 12 });
const bound = fc.oneof(
  small,
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
);
const anyLength = fc.oneof(fc.nat(12), fc.constantFrom(40, 254, 2_000));
const patterns = fc.constantFrom(
  '[A-Z]{2}\\d+',
  '\\d{3,}',
  '.*',
  'a*',
  '\\s*',
  '',
  '[^@]+@example\\.(com|org)',
  'https://.*',
  '(ab){1,4}',
  '\\w+\\b',
  'a\\bb',
  '\\p{L}+',
  '(?i)yes|no',
  '.{5,9}',
  '[x-z]{12}',
  '(?:\\d-?){7,15}',
);
const validations: fc.Arbitrary<FieldValidation> = fc.record(
  {
    min: bound,
    max: bound,
    min_length: anyLength,
    max_length: anyLength,
    pattern: patterns,
    min_selections: fc.nat(4),
    max_selections: fc.nat(4),
  },
  { requiredKeys: [] },
);
const choices = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'Tea & "milk"', 'ж', ' ', '\u200b', 'two words'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((values) => values.map((value) => ({ value, label: `to ${value}` })));
const defaults = fc.constantFrom('a', ' ', 3, true, false, ['a'], { a: 'b' }, null, 'ada@example.com');

const own = (kind: FieldInput['kind'], { options, rows, validation, ...input }: FieldInput): FieldInput => {
  const rules = kindRules[kind];
  const { min, max, min_length, max_length, pattern, min_selections, max_selections } = validation ?? {};
  const settings = {
    ...(rules.range && { min, max }),
    ...(rules.maxLength && { min_length, max_length, pattern }),
    ...(rules.maxSelections && { min_selections, max_selections }),
  };
  const given = Object.fromEntries(
    Object.entries<unknown>(settings).filter(([, value]) => value !== undefined),
  );
  return {
    ...input,
    ...(rules.options && { options }),
    ...(rules.rows && { rows }),
    ...(Object.keys(given).length > 0 && { validation: given }),
  };
};

/** Fields of all kinds with settings of their kind, many of which cannot be answered. */
export const drawnField: fc.Arbitrary<FieldInput> = fc
  .record(
    {
      label: fc.constantFrom('Question', 'Frage', '問い'),
      // An answer of kind `file` needs an upload: test/api/files has these.
      kind: fc.constantFrom(...fieldKinds.filter((kind) => kind !== 'file')),
      required: fc.boolean(),
      hidden: fc.boolean(),
      validation: validations,
      options: choices,
      rows: choices,
      default_value: defaults,
    },
    { requiredKeys: ['label', 'kind', 'options', 'rows'] },
  )
  .map((input) => own(input.kind, input));

/** An answer to a field that has been accepted, in the form of the API; undefined to leave it to the default. */
export function answerTo(field: FieldDefinition): unknown {
  const { kind, validation, options = [], rows = [] } = field;
  if (field.default_value !== undefined) return undefined;
  const values = options.map(({ value }) => value);
  const several = () => values.slice(0, Math.max(1, selectionsOf(kind, validation).min));
  switch (kind) {
    case 'file':
      return ['9kLm4NoP5qRsTu7VwX8y'];
    case 'short_text':
    case 'long_text':
    case 'hidden':
      return textFor(field);
    case 'email':
      return textFor(field, 'ada@example.com');
    case 'phone':
      return textFor(field, '+44 20 7946 0000');
    case 'url':
      return textFor(field, 'https://example.com');
    case 'number':
    case 'rating':
    case 'scale': {
      const { min, max } = rangeOf(kind, validation);
      return Math.max(min, Math.min(0, max));
    }
    case 'nps':
      return 9;
    case 'yes_no':
    case 'consent':
      return true;
    case 'single_choice':
    case 'dropdown':
      return values[0];
    case 'multiple_choice':
    case 'ranking':
      return several();
    case 'date':
      return '2026-11-27';
    case 'time':
      return '09:30';
    case 'datetime':
      return '2026-11-27T09:30:00Z';
    case 'address':
      return { city: 'London' };
    case 'full_name':
      return { first_name: 'Ada' };
    case 'matrix':
      return Object.fromEntries(
        rows.map(({ value }) => [value, selectionsOf(kind, validation).max > 1 ? several() : values[0]]),
      );
    case 'payment':
      return { amount: rangeOf(kind, validation).min, currency: 'EUR' };
    case 'statement':
      return undefined;
  }
}

/** Texts of a length that a kind accepts. */
const textsOfLength: Partial<Record<FieldInput['kind'], (length: number) => string>> = {
  email: (length) =>
    `a@${'x'
      .repeat(60)
      .concat('.')
      .repeat(5)
      .slice(0, Math.max(1, length - 6))
      .replace(/\.$/, 'x')}.com`,
  phone: (length) =>
    length > 15
      ? `${'1   '
          .repeat(15)
          .slice(0, length - 1)
          .trimEnd()
          .padEnd(length - 1, '1')}1`
      : '1'.repeat(length),
  url: (length) => `https://${'a'.repeat(Math.max(1, length - 8))}`.padEnd(length, 'a'),
};

/** A usual text, one of the least length, or the shortest that the search finds: the first that is accepted. */
function textFor(field: FieldDefinition, usual = 'Ada'): string | undefined {
  const { kind, validation } = field;
  const found = shortestAnswer(kind, validation);
  const least = textsOfLength[kind]?.(lengthsOf(kind, validation).min);
  return [usual, least, typeof found === 'string' ? undefined : found.text()].find(
    (text) => text !== undefined && checkOf(field)(text).length === 0,
  );
}
