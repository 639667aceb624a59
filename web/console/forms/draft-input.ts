import { isDeepStrictEqual } from 'node:util';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import { type DraftField, draftFieldOf } from '../../../domain/form-draft/draft-field.ts';
import { readNumber } from '../../../domain/submission/reading/number.ts';
import type { InputProblem } from '../../check-input.ts';
import { storedChoices } from './choice-lines.ts';
import { readDefault } from './default-answer.ts';
import { limitsOf, validationOf } from './draft-limits.ts';

/** Whether a question begins with the same answer as the field that it is, to the same choices and rows. */
function hasFormerDefault(
  { kind, default: typed, options, rows }: DraftField,
  former?: FieldDefinition,
): boolean {
  if (!former || former.kind !== kind) return false;
  const before = draftFieldOf(former);
  return before.default === typed && isDeepStrictEqual([before.options, before.rows], [options, rows]);
}

/** The problems of texts in the limits and defaults of questions that cannot be read as values. */
export const misreadTexts = (
  fields: readonly DraftField[],
  formerById: ReadonlyMap<string, FieldDefinition>,
  locale: FormLocale,
): InputProblem[] =>
  fields.flatMap((field, index) => {
    const { kind } = field;
    const at = `/fields/${index}`;
    const numbers = [
      ...limitsOf(kind).map((name) => [`validation/${name}`, field[name]] as const),
      ...(kind === 'number' ? [['default_value', field.default] as const] : []),
    ].flatMap(([name, text]) => {
      const read = text.trim() === '' ? null : readNumber(text, { language: 'en' });
      if (read === null || read.ok) return [];
      return read.error.faults.map(({ message }) => ({ path: `${at}/${name}`, message }));
    });
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
