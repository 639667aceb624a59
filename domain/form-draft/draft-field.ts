import Type, { type Static } from 'typebox';
import { type FieldDefinition, FieldKind, type FieldValidation } from '../form/field.ts';
import { currencyOf, priceOf } from '../form/price.ts';
import { asDecimal } from '../submission/currencies.ts';

const Text = (maxLength: number) => Type.String({ maxLength });

/** A choice as it was typed: a value that is blank is the label. */
const DraftChoice = Type.Object({ value: Text(2_000), label: Text(2_000) }, { additionalProperties: false });
export type DraftChoice = Static<typeof DraftChoice>;

/** The numbers of a field's validation. */
export const limitNames = [
  'min',
  'max',
  'min_length',
  'max_length',
  'min_selections',
  'max_selections',
  'max_files',
  'max_bytes',
] as const;
export type LimitName = (typeof limitNames)[number];

const Settings = Type.Object({
  label: Text(5_000),
  kind: FieldKind,
  required: Type.Boolean(),
  hidden: Type.Boolean(),
  /** Of a new question, the key that was typed. */
  key: Text(200),
  help: Text(5_000),
  placeholder: Text(2_000),
  low_label: Text(500),
  high_label: Text(500),
  options: Type.Array(DraftChoice, { maxItems: 1_000 }),
  rows: Type.Array(DraftChoice, { maxItems: 200 }),
  min: Text(100),
  max: Text(100),
  min_length: Text(100),
  max_length: Text(100),
  min_selections: Text(100),
  max_selections: Text(100),
  max_files: Text(100),
  max_bytes: Text(100),
  /** Of a payment, the code of its currency. `amount`, `min` and `max` are written in it; without one, in its minor unit. */
  currency: Text(100),
  /** Of a payment, the amount for everybody. */
  amount: Text(100),
  pattern: Text(2_000),
  /** Media types, separated by commas. */
  types: Text(20_000),
  /** A text as it was typed; structured values as JSON. */
  default: Text(100_000),
});

/** The id of a question. A question that the form does not have yet brings its id, and retains it when it is published. */
export const QuestionId = Type.String({ pattern: '^[\\w-]{1,64}$' });

/** A question of a draft: texts as they were typed, also those that the form would refuse. */
export type DraftField = Static<typeof Settings> & { readonly id: string };

/** The settings of a question that differ. */
export const DraftFieldChange = Type.Object(
  { id: QuestionId, ...Type.Partial(Settings).properties },
  { additionalProperties: false },
);
export type DraftFieldChange = Static<typeof DraftFieldChange>;

const blank: Omit<DraftField, 'id'> = {
  label: '',
  kind: 'short_text',
  required: false,
  hidden: false,
  key: '',
  help: '',
  placeholder: '',
  low_label: '',
  high_label: '',
  options: [],
  rows: [],
  min: '',
  max: '',
  min_length: '',
  max_length: '',
  min_selections: '',
  max_selections: '',
  max_files: '',
  max_bytes: '',
  currency: '',
  amount: '',
  pattern: '',
  types: '',
  default: '',
};

/** A question with some settings; the others are blank. */
export const newField = (given: DraftFieldChange): DraftField => ({ ...blank, ...given });

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const asTyped = (choices: readonly DraftChoice[] = []): DraftChoice[] =>
  choices.map(({ value, label }) => ({ value: value === label ? '' : value, label }));

const limitsOf = (validation: FieldValidation): Partial<Record<LimitName, string>> =>
  Object.fromEntries(limitNames.map((name) => [name, asText(validation[name])]));

/** The limits of a payment in its currency, as people write them. */
function amountsOf(field: FieldDefinition): Partial<DraftField> {
  const currency = currencyOf(field);
  if (currency === null) return {};
  const { min, max } = field.validation ?? {};
  const text = (amount?: number): string => (amount === undefined ? '' : asDecimal(amount, currency));
  return priceOf(field)
    ? { currency, amount: text(min), min: '', max: '' }
    : { currency, min: text(min), max: text(max) };
}

const drafted = new WeakMap<FieldDefinition, DraftField>();

/** A field of a form as the editor shows it; made once for each field, which must not change afterwards. */
export function draftFieldOf(field: FieldDefinition): DraftField {
  const known = drafted.get(field);
  if (known) return known;
  const { validation = {} } = field;
  const made: DraftField = newField({
    id: field.id,
    key: field.key,
    label: field.label,
    kind: field.kind,
    required: field.required,
    hidden: field.hidden,
    help: field.help_text ?? '',
    placeholder: field.placeholder ?? '',
    low_label: field.low_label ?? '',
    high_label: field.high_label ?? '',
    options: asTyped(field.options),
    rows: asTyped(field.rows),
    ...limitsOf(validation),
    ...amountsOf(field),
    pattern: validation.pattern ?? '',
    types: (validation.types ?? []).join(', '),
    default: asText(field.default_value),
  });
  drafted.set(field, made);
  return made;
}

/** The settings of a question that are not blank, and its id and kind. */
export const compact = (field: DraftField): DraftFieldChange => {
  const entries = Object.entries(field).filter(
    ([name, value]) =>
      name === 'id' || name === 'kind' || (value !== '' && value !== false && !isEmpty(value)),
  );
  return { ...Object.fromEntries(entries), id: field.id };
};

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
