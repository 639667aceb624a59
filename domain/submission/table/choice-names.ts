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

/**
 * Returns a function that finds the value of a choice by the name that a cell has: the name in a table of this service, else its
 * value, else its label, else any of them in other letters and with other blanks, if only one choice fits.
 */
export function choiceFinder(choices: Choices = []): (name: string) => string | null {
  const exact = new Map<string, string>();
  const loose = new Map<string, Set<string>>();
  const names = choiceNames(choices);
  for (const { value, label } of choices)
    for (const name of [value, label]) {
      const plain = folded(name);
      loose.set(plain, (loose.get(plain) ?? new Set()).add(value));
    }
  for (const { value } of choices) exact.set(value, value);
  for (const [value, name] of names) exact.set(name, value);
  return (name) => {
    const found = exact.get(name);
    if (found !== undefined) return found;
    const [one, ...others] = loose.get(folded(name)) ?? [];
    return one === undefined || others.length > 0 ? null : one;
  };
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
