import { isDeepStrictEqual } from 'node:util';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import { type DraftField, draftFieldOf } from '../../../domain/form-draft/draft-field.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import type { InputProblem } from '../../check-input.ts';
import { storedChoices } from './choice-lines.ts';
import { readDefault } from './default-answer.ts';
import { amountsIn, draftCurrency, limitsOf, validationOf } from './draft-limits.ts';

/** Whether a question begins with the same answer as the field that it is, to the same choices and rows. */
function hasFormerDefault(
  { kind, default: typed, options, rows }: DraftField,
  former?: FieldDefinition,
): boolean {
  if (!former || former.kind !== kind) return false;
  const before = draftFieldOf(former);
  return before.default === typed && isDeepStrictEqual([before.options, before.rows], [options, rows]);
}

/** The problems of a question's numbers; their paths are within the question. */
function misreadNumbers(field: DraftField): InputProblem[] {
  const texts = [
    ...limitsOf(field.kind).map((name) => [`validation/${name}`, field[name]] as const),
    ...(field.kind === 'number' ? [['default_value', field.default] as const] : []),
  ];
  return texts.flatMap(([path, text]) => {
    const read = text.trim() === '' ? null : readNumber(text, { language: 'en' });
    return read === null || read.ok ? [] : read.error.faults.map(({ message }) => ({ path, message }));
  });
}

/** The problems of a payment's amounts. */
function misreadAmounts(field: DraftField): InputProblem[] {
  const [currency, hasPrice] = [draftCurrency(field), field.amount.trim() !== ''];
  const path = 'validation/amount';
  if (currency === null)
    return [
      ...(hasPrice ? [{ path, message: 'Choose the currency of the amount.' }] : []),
      ...misreadNumbers(field),
    ];
  const hasLimits = field.min.trim() !== '' || field.max.trim() !== '';
  return [
    ...(hasPrice && hasLimits
      ? [{ path, message: 'An amount for everybody has no limits. Empty it, or empty the limits.' }]
      : []),
    ...amountsIn(field, currency).flatMap(({ name, read }) =>
      read.ok ? [] : read.error.faults.map(({ message }) => ({ path: `validation/${name}`, message })),
    ),
  ];
}

/** The problems of texts in the limits and defaults of questions that cannot be read as values. */
export const misreadTexts = (
  fields: readonly DraftField[],
  formerById: ReadonlyMap<string, FieldDefinition>,
  locale: FormLocale,
): InputProblem[] =>
  fields.flatMap((field, index) => {
    const at = `/fields/${index}`;
    const numbers = (field.kind === 'payment' ? misreadAmounts(field) : misreadNumbers(field)).map(
      ({ path, message }) => ({ path: `${at}/${path}`, message }),
    );
    if (hasFormerDefault(field, formerById.get(field.id))) return numbers;
    const begun = readDefault(field, locale);
    if ('value' in begun) return numbers;
    return [
      ...numbers,
      ...begun.faults.map((fault) => ({
        path: `${at}/default_value${fault.at ?? ''}`,
        message: fault.message,
      })),
    ];
  });

function defaultOf(field: DraftField, former: FieldDefinition | undefined, locale: FormLocale): unknown {
  if (hasFormerDefault(field, former)) return former?.default_value;
  const read = readDefault(field, locale);
  return 'value' in read ? read.value : undefined;
}

const endLabelsOf = ({ low_label: low, high_label: high }: DraftField): Partial<FieldInput> => ({
  ...(low.trim() !== '' && { low_label: low }),
  ...(high.trim() !== '' && { high_label: high }),
});

/**
 * A question as the command takes it. Settings that were left blank are left out, and so are those that its kind does not have.
 * @param former the field that it is, which keeps its key
 * @param locale the time zone of the form
 */
export function inputOf(
  field: DraftField,
  former: FieldDefinition | undefined,
  locale: FormLocale,
): FieldInput {
  const { label, kind, required, hidden, help, placeholder } = field;
  const key = former?.key ?? field.key.trim();
  const validation = validationOf(field);
  const begun = defaultOf(field, former, locale);
  const [options, rows] = [storedChoices(field.options), storedChoices(field.rows)];
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
    ...(begun !== undefined && { default_value: begun }),
  };
}
