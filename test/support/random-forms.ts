import fc from 'fast-check';
import { defineFields } from '../../domain/form/define-fields.ts';
import {
  type FieldDefinition,
  type FieldInput,
  type FieldKind,
  fieldKinds,
} from '../../domain/form/field.ts';
import { addressParts, nameParts } from '../../domain/submission/parts.ts';
import { resolveAnswers } from '../../domain/submission/resolve-answers.ts';

/** Texts that tables, spreadsheets and lists in cells take for something else. */
const nasty = [
  '=1+1',
  "'=1",
  "''=x",
  "'",
  '-5',
  '+44',
  '@x',
  '\t=x',
  ' a ',
  'a; b',
  'a, b',
  'a',
  'b',
  '"',
  '"a"',
  'say ""x""',
  'line\nbreak',
  'two\r\nlines',
  'id',
  'payment',
  'submitted_at',
  'Name',
  'x (removed)',
  'Q — First name',
  '1',
  '0',
  'yes',
  'No',
  '{"a":1}',
  '[]',
  '\u200B=1',
  '＝1',
  'sep=;',
  '12/31/2026',
  '1,234',
  'é',
  'e\u0301',
  '日本',
  '😀',
  'Tea',
  'tea',
];
const words = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
const visible = words.filter((text) => text.trim() !== '');

const choices = (values: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(values, { minLength: 1, maxLength: 5 })
    .chain((all) => fc.tuple(...all.map((value) => visible.map((label) => ({ value, label })))));

const several = (field: FieldInput, max = field.options?.length ?? 0) =>
  fc.shuffledSubarray(
    (field.options ?? []).map(({ value }) => value),
    { minLength: 1, maxLength: max },
  );

const parts = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
    .chain((some) => fc.tuple(...some.map((name) => visible.map((text) => [name, text] as const))))
    .map((entries) => Object.fromEntries(entries));

const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

/** Answers that a field may have. */
function answersTo(field: FieldInput): fc.Arbitrary<unknown> {
  const { kind, options = [], rows = [], validation = {} } = field;
  switch (kind) {
    case 'short_text':
      return visible.filter((text) => !/[\r\n]/.test(text));
    case 'long_text':
    case 'hidden':
      return visible;
    case 'email':
      return fc.constantFrom('ada@example.com', '+x@example.com', '=x@example.com', '-a@example.org');
    case 'phone':
      return fc.constantFrom('+44 20 7946 0000', '020 7946 0000', '+1 415 555 2671');
    case 'url':
      return fc.constantFrom('https://example.com/a;b', 'http://example.com/?q=1,2');
    case 'number':
      return fc
        .oneof(fc.integer(), fc.double({ min: -1e12, max: 1e12, noNaN: true }))
        .map((n) => (n === 0 ? 0 : n));
    case 'rating':
      return fc.integer({ min: 1, max: 5 });
    case 'scale':
    case 'nps':
      return fc.integer({ min: 0, max: 10 });
    case 'yes_no':
    case 'consent':
      return fc.boolean();
    case 'single_choice':
    case 'dropdown':
      return fc.constantFrom(...options.map(({ value }) => value));
    case 'multiple_choice':
    case 'ranking':
      return several(field);
    case 'date':
      return moment.map((date) => date.toISOString().slice(0, 10));
    case 'time':
      return moment.map((date) => date.toISOString().slice(11, 16));
    case 'datetime':
      return moment.map((date) => date.toISOString());
    case 'address':
      return parts(addressParts);
    case 'full_name':
      return parts(nameParts);
    case 'matrix': {
      const isList = (validation.max_selections ?? 1) > 1;
      const cell = isList
        ? several(field, validation.max_selections)
        : fc.constantFrom(...options.map(({ value }) => value));
      const names = rows.map(({ value }) => value);
      return fc
        .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
        .chain((some) =>
          fc.tuple(...some.map((name) => cell.map((chosen: unknown) => [name, chosen] as const))),
        )
        .map((entries) => Object.fromEntries(entries));
    }
    case 'payment':
      return fc
        .tuple(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom('EUR', 'JPY', 'KWD', 'HUF', 'CLF'))
        .map(([amount, currency]) => ({ amount, currency }));
    // An answer needs an upload.
    case 'file':
    case 'statement':
      return fc.constant(null);
    default:
      return kind satisfies never;
  }
}

const field = fc.constantFrom<FieldKind>(...fieldKinds).chain((kind): fc.Arbitrary<FieldInput> => {
  const label = visible;
  // Not every name can be that of a row.
  const rows = choices(words.filter((name) => name !== '__proto__'));
  if (kind === 'matrix')
    return fc.record({ kind: fc.constant(kind), label, options: choices(words), rows }).chain((input) =>
      fc.integer({ min: 1, max: input.options.length }).map((max_selections) => ({
        ...input,
        validation: { max_selections },
      })),
    );
  return ['single_choice', 'dropdown', 'multiple_choice', 'ranking'].includes(kind)
    ? fc.record({ kind: fc.constant(kind), label, options: choices(words) })
    : fc.record({ kind: fc.constant(kind), label });
});

export interface RandomForm {
  readonly inputs: readonly FieldInput[];
  /** As a form of these inputs has them, with the ids q1, q2 and so on. */
  readonly fields: readonly FieldDefinition[];
  /** The answers of each submission, in the order of the questions, as they are recorded. */
  readonly submissions: readonly (readonly unknown[])[];
}

/** Forms of any kinds of fields with names that tables confuse, and submissions to them. */
export const randomForms: fc.Arbitrary<RandomForm> = fc
  .array(field, { minLength: 1, maxLength: 8 })
  .chain((inputs) =>
    fc.record({
      inputs: fc.constant(inputs),
      drawn: fc.array(fc.tuple(...inputs.map((input) => fc.option(answersTo(input)))), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )
  .map(({ inputs, drawn }) => {
    let count = 0;
    const defined = defineFields(inputs, [], () => `q${++count}`);
    if (!defined.ok) return null;
    const submissions = drawn.flatMap((values) => {
      const answers = Object.fromEntries(defined.value.map(({ key }, index) => [key, values[index]]));
      const asked = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null));
      const resolved = resolveAnswers(defined.value, asked);
      return resolved.ok ? [resolved.value] : [];
    });
    return { inputs, fields: defined.value, submissions };
  })
  .filter((form) => form !== null);
