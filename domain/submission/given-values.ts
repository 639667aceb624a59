import type { FieldDefinition } from '../form/field.ts';
import { questionsOf } from './questions.ts';

/**
 * Returns the values that a request gives for the fields of a form, normalised, by the id of the field.
 * @param answers named as in a submission; names of no field or of several are left out
 */
export function givenValues(
  fields: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
): Map<string, unknown> {
  const { find } = questionsOf(fields);
  const given = new Map<string, unknown>();
  for (const [name, value] of Object.entries(answers)) {
    const question = find(name);
    if (typeof question !== 'string') given.set(question.field.id, question.normalise(value));
  }
  return given;
}
