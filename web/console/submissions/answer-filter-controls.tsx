import { quoted } from '../../../domain/sentences/sentence.ts';
import { moneyText } from '../../../domain/submission/currencies.ts';
import { readNumberRange } from '../../../domain/submission/tally/number-range.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { inUtc } from '../../parts/time.tsx';
import { listAddress } from '../parts/list-address.ts';
import { type AnswerFilters, questionIn } from './answer-filters.ts';

/** The questions of the form whose submissions are listed. */
export type AskedFields = readonly Pick<
  FormView['fields'][number],
  'id' | 'kind' | 'label' | 'options' | 'rows'
>[];

type Condition = AnswerFilters & { readonly since?: string | undefined; readonly until?: string | undefined };

const labelIn = (choices: AskedFields[number]['options'], value: string): string =>
  choices?.find((one) => one.value === value)?.label ?? value;

function optionLabel(fields: AskedFields, fieldId: string, value: string): string {
  const field = fields.find(({ id }) => id === fieldId);
  if (field && ['yes_no', 'consent'].includes(field.kind)) return value === 'true' ? 'Yes' : 'No';
  return labelIn(field?.options, value);
}

const rangedKinds: ReadonlySet<string> = new Set(['number', 'payment', 'nps']);

/** A range of numbers or amounts in words; null for any other text. */
function rangeText(value: string): string | null {
  const range = readNumberRange(value);
  if (!range) return null;
  const { from, to, unit } = range;
  return unit === undefined ? `${from} to ${to}` : `${moneyText(from, unit)} to ${moneyText(to, unit)}`;
}

const fieldLabel = (fields: AskedFields, fieldId: string): string =>
  fields.find(({ id }) => id === fieldId)?.label ?? 'A question that was removed';

interface Words {
  readonly text: string;
  /** The parameters that are this filter. */
  readonly names: readonly (keyof Condition)[];
}

/** The filters by answers and by the times of a chart, in words. */
export function conditionsInWords(filters: Condition, fields: AskedFields): readonly Words[] {
  const { question: name, value, row, answer, group, since, until } = filters;
  const question = name === undefined ? null : questionIn(name);
  const words: Words[] = [];
  if (question && value !== undefined) {
    const { kind, fieldId } = question;
    const field = fields.find(({ id }) => id === fieldId);
    const label = [fieldLabel(fields, fieldId), ...(row === undefined ? [] : [labelIn(field?.rows, row)])];
    const shown = (rangedKinds.has(kind) ? rangeText(value) : null) ?? optionLabel(fields, fieldId, value);
    const text =
      kind === 'ranking' ? `${shown} first` : kind === 'time' ? `${shown}:00 to ${shown}:59` : shown;
    words.push({ text: `${label.join(', ')}: ${text}`, names: ['question', 'value', 'row'] });
  }
  if (question && answer !== undefined)
    words.push({
      text: `${fieldLabel(fields, question.fieldId)}: ${quoted(answer)}`,
      names: ['question', 'answer'],
    });
  if (group !== undefined) {
    const [fieldId = ''] = group.split(':', 1);
    const shown = optionLabel(fields, fieldId, group.slice(fieldId.length + 1));
    words.push({ text: `${fieldLabel(fields, fieldId)}: ${shown}`, names: ['group'] });
  }
  if (since !== undefined) words.push({ text: `Since ${inUtc(since)}`, names: ['since'] });
  if (until !== undefined) words.push({ text: `Before ${inUtc(until)}`, names: ['until'] });
  return words;
}

interface ChipsProps {
  readonly filters: Condition;
  readonly fields: AskedFields;
  /** The address of the list. */
  readonly url: string;
}

/** The filters that have no control of their own, each with a link that removes it. */
export const ConditionChips = ({ filters, fields, url }: ChipsProps) => {
  const words = conditionsInWords(filters, fields);
  if (words.length === 0) return <></>;
  return (
    <ul class="chips" aria-label="Filters by answers">
      {words.map(({ text, names }) => (
        <li>
          <span dir="auto" safe>
            {text}
          </span>{' '}
          <a
            href={attributeText(listAddress(url, Object.fromEntries(names.map((name) => [name, null]))))}
            aria-label={attributeText(`Remove the filter ${text}`)}
          >
            Remove
          </a>
        </li>
      ))}
    </ul>
  );
};

/** Kinds whose answers are no text that a person could type. */
const untyped = new Set(['statement', 'file', 'matrix', 'ranking', 'multiple_choice']);

interface ControlsProps {
  readonly filters: Condition;
  readonly fields: AskedFields;
}

/** The choice of a question and of the answer to it; what a chart has chosen stays chosen. */
export const AnswerControls = ({ filters, fields }: ControlsProps) => {
  const { question, value, row, answer, group, since, until } = filters;
  const kept = Object.entries({ group, since, until, ...(value !== undefined && { question, value, row }) });
  return (
    <>
      {kept.map(([name, text]) =>
        text === undefined ? <></> : <input type="hidden" name={name} value={attributeText(text)} />,
      )}
      {value === undefined && (
        <>
          <Choice
            name="question"
            label="Question"
            none="–"
            values={fields
              .filter(({ kind }) => !untyped.has(kind))
              .map(({ id, kind, label }) => [`${kind}-${id}`, label] as const)}
            chosen={question}
          />
          <label>
            <span>Its whole answer</span>
            <input name="answer" maxlength="500" value={attributeText(answer ?? '')} />
          </label>
        </>
      )}
    </>
  );
};
