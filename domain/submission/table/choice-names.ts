import type { Question } from '../../form/definition.ts';

type Choices = NonNullable<Question['options']>;

/**
 * Names choices in a table. A choice is named by its label. It is named by its value where another choice has the same label,
 * or has that label as its value, since the name would not say which was chosen.
 * @returns names by value
 */
export function choiceNames(choices: Choices = []): ReadonlyMap<string, string> {
  const values = new Set(choices.map(({ value }) => value));
  const seen = new Map<string, number>();
  for (const { label } of choices) seen.set(label, (seen.get(label) ?? 0) + 1);
  return new Map(
    choices.map(({ value, label }) => {
      const isOthersValue = label !== value && values.has(label);
      return [value, seen.get(label) === 1 && !isOthersValue ? label : value];
    }),
  );
}
