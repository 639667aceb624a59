import type { FieldDefinition, FieldInput, FieldKind, FieldValidation } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import {
  type DraftChoice,
  type DraftField,
  type LimitName,
  limitNames,
} from '../../../domain/form-draft/draft-field.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import type { InputProblem } from '../../check-input.ts';

/** The limits that fields of a kind can have. */
const limitsOf = (kind: FieldKind): LimitName[] => {
  const { range, maxLength, maxSelections, files } = kindRules[kind];
  return limitNames.filter((name) => {
    if (name.endsWith('_length')) return maxLength !== undefined;
    if (name.endsWith('_selections')) return maxSelections !== undefined;
    if (name === 'max_files' || name === 'max_bytes') return files === true;
    return range !== undefined;
  });
};

/** The console is in English. A text that is no number is no limit either: `misreadNumbers` names it. */
function numberOr(text: string): number {
  const read = readNumber(text, { language: 'en' });
  return read.ok ? read.value : NaN;
}

/** The problems of numbers in the limits and defaults of questions. */
export const misreadNumbers = (fields: readonly DraftField[]): InputProblem[] =>
  fields.flatMap((field, index) => {
    const { kind } = field;
    const texts = [
      ...limitsOf(kind).map((name) => [`validation/${name}`, field[name]] as const),
      ...(kind === 'number' ? [['default_value', field.default] as const] : []),
    ];
    return texts.flatMap(([name, text]) => {
      const read = text.trim() === '' ? null : readNumber(text, { language: 'en' });
      if (read === null || read.ok) return [];
      return read.error.faults.map(({ message }) => ({ path: `/fields/${index}/${name}`, message }));
    });
  });

/** The kinds whose defaults are texts; those of others are written as in JSON. */
const textKinds: readonly FieldKind[] = [
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
];

function defaultOf({ kind, default: typed }: DraftField): unknown {
  if (kind === 'number') return numberOr(typed);
  const read = textKinds.includes(kind) ? null : readJson(typed);
  return read?.ok === true ? read.value : typed;
}

function validationOf(field: DraftField): FieldValidation | undefined {
  const { kind } = field;
  const pattern = kindRules[kind].maxLength === undefined ? '' : field.pattern;
  const given = limitsOf(kind).filter((name) => field[name].trim() !== '');
  const numbers = Object.fromEntries(given.map((name) => [name, numberOr(field[name])]));
  const types =
    kindRules[kind].files === true ? field.types.split(/[\s,;]+/).filter((type) => type !== '') : [];
  if (given.length === 0 && pattern === '' && types.length === 0) return undefined;
  return { ...numbers, ...(pattern !== '' && { pattern }), ...(types.length > 0 && { types }) };
}

/** The choices as they are stored: without blank lines; a blank value is the label. */
const choicesOf = (choices: readonly DraftChoice[]): DraftChoice[] =>
  choices
    .filter(({ value, label }) => value !== '' || label.trim() !== '')
    .map(({ value, label }) => ({
      value: value === '' ? label : value,
      label: label === '' ? value : label,
    }));

const endLabelsOf = ({ low_label: low, high_label: high }: DraftField): Partial<FieldInput> => ({
  ...(low.trim() !== '' && { low_label: low }),
  ...(high.trim() !== '' && { high_label: high }),
});

/**
 * A question as the command takes it. Settings that were left blank are left out, and so are those that its kind does not have.
 * @param former the field that it is, which keeps its key
 */
export function inputOf(field: DraftField, former?: FieldDefinition): FieldInput {
  const { label, kind, required, hidden, help, placeholder } = field;
  const key = former?.key ?? field.key.trim();
  const validation = validationOf(field);
  const [options, rows] = [choicesOf(field.options), choicesOf(field.rows)];
  return {
    ...(key !== '' && { key }),
    label,
    kind,
    ...(required && { required }),
    ...(hidden && { hidden }),
    ...(help.trim() !== '' && { help_text: help }),
    ...(placeholder.trim() !== '' && { placeholder }),
    ...(kindRules[kind].endLabels === true && endLabelsOf(field)),
    ...(kindRules[kind].options === true && options.length > 0 && { options }),
    ...(kindRules[kind].rows === true && rows.length > 0 && { rows }),
    ...(validation && { validation }),
    ...(field.default !== '' && { default_value: defaultOf(field) }),
  };
}
