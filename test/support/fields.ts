import { defineFields } from '../../domain/form/define-fields.ts';
import { type FieldDefinition, type FieldInput, fieldKinds } from '../../domain/form/field.ts';

/** Defines fields that have to be good, with the ids `q1`, `q2` and so on. */
export function fieldsOf(...inputs: FieldInput[]): FieldDefinition[] {
  let count = 0;
  const result = defineFields(inputs, [], () => `q${++count}`);
  if (!result.ok) throw new Error(`bad fields: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Options whose label is their value. */
export const optionsOf = (...values: string[]) => values.map((value) => ({ value, label: value }));

/** What matters of problems: where, and of which code. */
export const briefly = (problems: readonly { path: string; code: string }[]) =>
  problems.map(({ path, code }) => `${path} ${code}`);

const kindsWithOptions = ['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'];

/** A question of each kind. */
export const everyKind = fieldKinds.map((kind) => ({
  label: `A ${kind}`,
  kind,
  help_text: 'Help for this question',
  ...(kindsWithOptions.includes(kind) && { options: optionsOf('One', 'Two') }),
  ...(kind === 'matrix' && { rows: optionsOf('First', 'Second') }),
}));
