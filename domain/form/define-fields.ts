import { isDeepStrictEqual } from 'node:util';
import { type Fault, faulty, inside, noFaults } from '../check.ts';
import type { Problem } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { checkOf, isUnanswered } from '../submission/check-value.ts';
import { normaliserOf } from '../submission/normalise.ts';
import { cleanText, composed } from '../text.ts';
import { answerFaults, togetherFaults } from './answerable.ts';
import { fieldInputFaults } from './check-field-input.ts';
import type { FieldDefinition, FieldInput } from './field.ts';
import { assignKeys } from './field-keys.ts';
import { matchFields } from './match-fields.ts';
import { sizeFaults } from './page-size.ts';
import { checkPattern, maxFormSteps, maxFormWork, maxMatchSteps } from './pattern.ts';
import { patternCost } from './pattern-cost.ts';

const maxFields = 500;

/**
 * Converts the questions that an account submits to the fields of a form.
 * @param existing the form's present fields: a question that is one of them retains its id and key, even with another
 * kind. A field that stays as it is may be one that cannot be answered, or have a default that is refused now: earlier releases
 * accepted these.
 * @param newId returns the id of a new field
 * @returns the fields, in order; or every problem, with JSON pointers such as `/fields/3/options`
 */
export function defineFields(
  given: readonly FieldInput[],
  existing: readonly FieldDefinition[],
  newId: () => string,
): Result<FieldDefinition[], Problem[]> {
  if (given.length > maxFields)
    return err([{ path: '/fields', code: 'too_long', message: `A form has at most ${maxFields} fields.` }]);
  const inputs = given.map(cleanInput);
  const matched = matchFields(inputs, existing);
  const problems: Problem[] = [];
  const tooCostly = patternsTooCostly(inputs);
  const keyed = assignKeys(inputs, matched.fields, existing);
  const tooLarge = sizeFaults(keyed.map(({ input, key }) => ({ ...input, key })));
  const fields = keyed.map(({ input, key, faults }, position) => {
    const field = defineField(input, matched.fields[position]?.id ?? newId(), key, position);
    const ofForm = [...(tooCostly[position] ?? noFaults), ...(tooLarge[position] ?? noFaults)];
    const isTooCostly = tooCostly[position] !== noFaults;
    const ofId = matched.faults[position] ?? noFaults;
    const wrong = [
      ...ofId,
      ...faults,
      ...fieldInputFaults(isTooCostly ? withoutPattern(input) : input),
      ...ofForm,
    ];
    for (const { code, message, at = '' } of wrong.length > 0 ? wrong : unanswerableFaults(field, existing))
      problems.push({ field: key, path: `/fields/${position}${at}`, code, message });
    return field;
  });
  for (const [position, faults] of togetherFaults(fields).entries())
    for (const { code, message } of faults)
      problems.push({ field: fields[position]?.key ?? '', path: `/fields/${position}`, code, message });
  return problems.length === 0 ? ok(fields) : err(problems);
}

/** Returns a question with its texts as they are stored, so that answers are compared with these. */
export function cleanInput({
  label,
  help_text,
  placeholder,
  options,
  rows,
  validation,
  low_label,
  high_label,
  ...input
}: FieldInput): FieldInput {
  const choices = (list: NonNullable<FieldInput['options']>) =>
    list.map((choice) => ({ value: cleanText(choice.value), label: cleanText(choice.label) }));
  const { pattern } = validation ?? {};
  return {
    ...input,
    label: cleanText(label),
    ...(help_text !== undefined && { help_text: cleanText(help_text) }),
    ...(placeholder !== undefined && { placeholder: cleanText(placeholder) }),
    ...(low_label !== undefined && { low_label: cleanText(low_label) }),
    ...(high_label !== undefined && { high_label: cleanText(high_label) }),
    ...(options && { options: choices(options) }),
    ...(rows && { rows: choices(rows) }),
    ...(validation && { validation }),
    // Texts are composed before they are matched.
    ...(validation && pattern !== undefined && { validation: { ...validation, pattern: composed(pattern) } }),
  };
}

function defineField(input: FieldInput, id: string, key: string, position: number): FieldDefinition {
  const { required = false, hidden = false, default_value: begun, ...own } = input;
  const { id: _, key: __, position: ___, ...rest } = own;
  const field: FieldDefinition = { id, key, ...rest, required, position, hidden };
  const default_value = normaliserOf(field)(begun);
  return isUnanswered(input.kind, default_value) ? field : { ...field, default_value };
}

/** Checks that the default is a valid answer and that the field has one; called only for an otherwise valid field. */
function unanswerableFaults(field: FieldDefinition, existing: readonly FieldDefinition[]): readonly Fault[] {
  const { default_value } = field;
  const before = existing.find(({ id }) => id === field.id);
  if (before && isDeepStrictEqual({ ...before, position: field.position }, field)) return noFaults;
  if (default_value !== undefined) return inside('default_value', checkOf(field)(default_value));
  return answerFaults(field);
}

/** A pattern that is refused with others is not compiled. */
function withoutPattern({ validation = {}, ...input }: FieldInput): FieldInput {
  const { pattern: _, ...rest } = validation;
  return { ...input, validation: rest };
}

/** Each pattern may be valid while all of them together are too costly. */
function patternsTooCostly(inputs: readonly FieldInput[]): (readonly Fault[])[] {
  let [work, steps, matched] = [0, 0, 0];
  return inputs.map(({ validation, default_value: begun }) => {
    if (validation?.pattern === undefined) return noFaults;
    const refuse = (message: string) => faulty('invalid_format', message, '/validation/pattern');
    work += patternCost(validation.pattern).work;
    // Those beyond are refused unseen.
    if (work > maxFormWork) return refuse('The patterns of the form are too long, taken together.');
    const pattern = checkPattern(validation.pattern);
    const own = pattern.ok ? pattern.value : 0;
    steps += own;
    if (steps > maxFormSteps) return refuse('The patterns of the form repeat too much, taken together.');
    if (typeof begun === 'string') matched += own * begun.length;
    if (matched > maxMatchSteps)
      return faulty('too_long', 'The defaults are too long for the patterns of the form.', '/default_value');
    return noFaults;
  });
}
