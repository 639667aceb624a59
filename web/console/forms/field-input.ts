import type { FieldDefinition, FieldInput, FieldValidation } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import type { InputProblem } from '../../check-input.ts';
import { type Choice, type DraftField, limitsOf, lineOf } from './draft.ts';

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

function validationOf({
  kind,
  limits,
  pattern: typed,
  types: listed,
}: DraftField): FieldValidation | undefined {
  const pattern = kindRules[kind].maxLength === undefined ? '' : typed;
  const given = limitsOf(kind).filter((name) => limits[name].trim() !== '');
  const numbers = Object.fromEntries(given.map((name) => [name, numberOr(limits[name])]));
  const types = kindRules[kind].files === true ? listed.split(/[\s,;]+/).filter((type) => type !== '') : [];
  if (given.length === 0 && pattern === '' && types.length === 0) return undefined;
  return { ...numbers, ...(pattern !== '' && { pattern }), ...(types.length > 0 && { types }) };
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
