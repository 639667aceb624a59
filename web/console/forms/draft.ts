import type { FieldDefinition, FieldInput, FieldKind, FieldValidation } from '../../../domain/form/field.ts';
import { fieldKinds } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import type { InputProblem } from '../../check-input.ts';

/** The numbers of a field's validation. */
export const limitNames = [
  'min',
  'max',
  'min_length',
  'max_length',
  'min_selections',
  'max_selections',
] as const;
type LimitName = (typeof limitNames)[number];

/** The limits that fields of a kind can have. */
export const limitsOf = (kind: FieldKind): LimitName[] => {
  const { range, maxLength, maxSelections } = kindRules[kind];
  return limitNames.filter((name) => {
    if (name.endsWith('_length')) return maxLength !== undefined;
    if (name.endsWith('_selections')) return maxSelections !== undefined;
    return range !== undefined;
  });
};

/** A field in the editor: texts as typed, so that nothing typed is lost. */
export interface DraftField {
  /** The key of a field that the form has; of a new field, the key that was typed. */
  readonly key: string;
  readonly isNew: boolean;
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly help: string;
  readonly placeholder: string;
  /** A line for each choice: `value | label`, or the label alone. */
  readonly options: string;
  readonly rows: string;
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly pattern: string;
  readonly defaultValue: string;
}

/** A form in the editor. */
export interface FormDraft {
  readonly title: string;
  readonly description: string;
  readonly slug: string;
  /** Blank for none. */
  readonly language: string;
  readonly timeZone: string;
  readonly fields: readonly DraftField[];
}

type Choice = NonNullable<FieldInput['options']>[number];

/** A choice on one line. */
const lineOf = ({ value, label }: Choice): string =>
  (value === label ? label : `${value} | ${label}`).replace(/\s*\n\s*/g, ' ').trim();

const asLines = (choices: readonly Choice[] = []): string => choices.map(lineOf).join('\n');

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const noLimits = { min: '', max: '', min_length: '', max_length: '', min_selections: '', max_selections: '' };

/** A new field of a kind. */
export const newField = (kind: FieldKind): DraftField => ({
  key: '',
  isNew: true,
  label: '',
  kind,
  required: false,
  hidden: false,
  help: '',
  placeholder: '',
  options: '',
  rows: '',
  limits: noLimits,
  pattern: '',
  defaultValue: '',
});

/** A field of a form, for the editor. */
export function draftOf(field: FieldDefinition): DraftField {
  const { validation = {} } = field;
  return {
    ...newField(field.kind),
    key: field.key,
    isNew: false,
    label: field.label,
    required: field.required,
    hidden: field.hidden,
    help: field.help_text ?? '',
    placeholder: field.placeholder ?? '',
    options: asLines(field.options),
    rows: asLines(field.rows),
    limits: {
      ...noLimits,
      ...Object.fromEntries(limitNames.map((name) => [name, asText(validation[name])])),
    },
    pattern: validation.pattern ?? '',
    defaultValue: asText(field.default_value),
  };
}

/**
 * The choices on lines.
 * @param former the choices before: a line that is still there is the same choice, also where the line alone could mean another
 */
function choicesOf(lines: string, former: readonly Choice[] = []): Choice[] {
  const unchanged = new Map(former.map((choice) => [lineOf(choice), choice]));
  return lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [value = '', ...label] = line.split(' | ');
      const read = { value: value.trim(), label: label.length === 0 ? value : label.join(' | ').trim() };
      return unchanged.get(line) ?? read;
    });
}

/** The console is in English. A text that is no number is no limit either: `misreadNumbers` names it. */
function numberOr(text: string): number {
  const read = readNumber(text, { language: 'en' });
  return read.ok ? read.value : NaN;
}

/** The problems of numbers in the limits and defaults of fields. */
export const misreadNumbers = (fields: readonly DraftField[]): InputProblem[] =>
  fields.flatMap(({ kind, limits, defaultValue }, index) => {
    const texts = [
      ...limitsOf(kind).map((name) => [`validation/${name}`, limits[name]] as const),
      ...(kind === 'number' ? [['default_value', defaultValue] as const] : []),
    ];
    return texts.flatMap(([name, text]) => {
      const read = text.trim() === '' ? null : readNumber(text, { language: 'en' });
      if (read === null || read.ok) return [];
      return read.error.faults.map(({ message }) => ({ path: `/fields/${index}/${name}`, message }));
    });
  });

/** Numbers and truth values are written as in JSON; a text that only looks like one is a text where the kind has texts. */
function defaultOf({ kind, defaultValue }: DraftField): unknown {
  if (kind === 'number') return numberOr(defaultValue);
  const isStructured = ![
    'short_text',
    'long_text',
    'email',
    'phone',
    'url',
    'hidden',
    'date',
    'time',
    'datetime',
    'single_choice',
    'dropdown',
  ].includes(kind);
  const read = isStructured ? readJson(defaultValue) : null;
  return read?.ok === true ? read.value : defaultValue;
}

function validationOf({ kind, limits, pattern: typed }: DraftField): FieldValidation | undefined {
  const pattern = kindRules[kind].maxLength === undefined ? '' : typed;
  const given = limitsOf(kind).filter((name) => limits[name].trim() !== '');
  const numbers = Object.fromEntries(given.map((name) => [name, numberOr(limits[name])]));
  if (given.length === 0 && pattern === '') return undefined;
  return { ...numbers, ...(pattern !== '' && { pattern }) };
}

/**
 * A field as the command takes it. Settings that were left blank are left out, and so are those that its kind does not have.
 * @param former the field that is edited
 */
export function inputOf(field: DraftField, former?: FieldDefinition): FieldInput {
  const { key, label, kind, required, hidden, help, placeholder, options, rows, defaultValue } = field;
  const validation = validationOf(field);
  return {
    ...(key.trim() !== '' && { key: key.trim() }),
    label,
    kind,
    ...(required && { required }),
    ...(hidden && { hidden }),
    ...(help.trim() !== '' && { help_text: help }),
    ...(placeholder.trim() !== '' && { placeholder }),
    ...(kindRules[kind].options === true &&
      options.trim() !== '' && { options: choicesOf(options, former?.options) }),
    ...(kindRules[kind].rows === true && rows.trim() !== '' && { rows: choicesOf(rows, former?.rows) }),
    ...(validation && { validation }),
    ...(defaultValue !== '' && { default_value: defaultOf(field) }),
  };
}

/** The field that is edited; undefined for a new one. */
export const formerOf = (
  { key }: Pick<DraftField, 'key'>,
  fields: readonly FieldDefinition[],
): FieldDefinition | undefined => fields.find((field) => field.key === key);

/** What a browser sent: texts by name; of several values of a name, all. */
type Sent = Readonly<Record<string, unknown>>;

const text = (sent: Sent, name: string): string => {
  const value = sent[name];
  // Browsers send line breaks of a text area as CR LF.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

const kindOf = (given: string): FieldKind => fieldKinds.find((kind) => kind === given) ?? 'short_text';

/** Reads a form as the editor sent it. Fields are numbered: `0.label`, `1.label`. */
export function readDraft(sent: Sent): FormDraft {
  const count = Object.keys(sent).filter((name) => /^\d+\.kind$/.test(name)).length;
  const fields = Array.from({ length: count }, (_, index): DraftField => {
    const of = (name: string) => text(sent, `${index}.${name}`);
    return {
      key: of('key'),
      isNew: of('new') === 'yes',
      label: of('label'),
      kind: kindOf(of('kind')),
      required: of('required') === 'yes',
      hidden: of('hidden') === 'yes',
      help: of('help_text'),
      placeholder: of('placeholder'),
      options: of('options'),
      rows: of('rows'),
      limits: { ...noLimits, ...Object.fromEntries(limitNames.map((name) => [name, of(name)])) },
      pattern: of('pattern'),
      defaultValue: of('default_value'),
    };
  });
  return {
    title: text(sent, 'title'),
    description: text(sent, 'description'),
    slug: text(sent, 'slug'),
    language: text(sent, 'language').trim(),
    timeZone: text(sent, 'time_zone').trim(),
    fields,
  };
}

/** Carries out a button of the editor, such as `up 2`, `remove 0` or `add email`; nothing is saved. */
export function edited(draft: FormDraft, action: string): FormDraft {
  const [verb = '', subject = ''] = action.split(' ');
  const index = Number(subject);
  const field = draft.fields[index];
  const others = draft.fields.filter((_, at) => at !== index);
  switch (verb) {
    case 'add':
      return { ...draft, fields: [...draft.fields, newField(kindOf(subject))] };
    case 'remove':
      return { ...draft, fields: others };
    case 'up':
    case 'down': {
      if (!field) return draft;
      const to = Math.max(0, index + (verb === 'up' ? -1 : 1));
      return { ...draft, fields: others.toSpliced(to, 0, field) };
    }
    default:
      return draft;
  }
}
