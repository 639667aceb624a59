import type { FieldDefinition } from '../../../domain/form/field.ts';
import { priceOf } from '../../../domain/form/price.ts';

type Answers = Readonly<Record<string, unknown>>;

/** Whether an answer is as the form shows it, and a person may not have come to it yet. */
function isUnchosen(field: FieldDefinition, value: unknown): boolean {
  if (field.kind === 'consent') return value === false && field.default_value !== true;
  // The form gives the price of a payment that it requires.
  return field.required && priceOf(field) !== null;
}

/** Returns the answers on a page that is only saved: a box that is not ticked, unless the form shows it ticked, and a price are none. */
export function chosenAnswers(fields: readonly FieldDefinition[], answers: Answers): Answers {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => {
      const field = byKey.get(key);
      return [key, field && isUnchosen(field, value) ? null : value];
    }),
  );
}
