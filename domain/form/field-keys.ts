import { type Fault, faulty, noFaults } from '../check.ts';
import type { FieldDefinition, FieldInput } from './field.ts';
import { latinWords } from './latin-words.ts';

const maxKeyLength = 64;

/** A question with its key and the key's faults. */
export interface KeyedInput {
  readonly input: FieldInput;
  readonly key: string;
  readonly faults: readonly Fault[];
}

/**
 * Assigns each question its key: its own, that of the field that it is, or a unique one derived from its label. A derived
 * key is no label of another question, which answers may be named by, and no key that a present field has.
 * @param fields the field that each question is, if any
 * @param existing the present fields of the form
 */
export function assignKeys(
  inputs: readonly FieldInput[],
  fields: readonly (FieldDefinition | undefined)[] = [],
  existing: readonly FieldDefinition[] = [],
): KeyedInput[] {
  const taken = new Set([
    ...inputs.flatMap(({ key }, index) => key ?? fields[index]?.key ?? []),
    ...existing.map(({ key }) => key),
  ]);
  const labels = new Set(inputs.map(({ label }) => label));
  const seen = new Set<string>();
  return inputs.map((input, index) => {
    const isTaken = (key: string) => taken.has(key) || (labels.has(key) && key !== input.label);
    const key = input.key ?? fields[index]?.key ?? freeKey(keyOf(input.label), isTaken);
    const faults = keyFaults(key, seen);
    taken.add(key);
    seen.add(key);
    return { input, key, faults };
  });
}

/**
 * Returns the questions of an editor with keys of their own. A new one gets a key of its own, so that it is never taken for
 * a field that was removed.
 */
export const keyedInputs = (
  inputs: readonly FieldInput[],
  existing: readonly FieldDefinition[],
): FieldInput[] => assignKeys(inputs, [], existing).map(({ input, key }) => ({ ...input, key }));

function keyFaults(key: string, seen: ReadonlySet<string>): readonly Fault[] {
  // Answers are sent by key, and many JSON parsers drop or reject a member of this name.
  if (key === '__proto__') return faulty('invalid_format', 'This name cannot be a key.', '/key');
  return seen.has(key) ? faulty('ambiguous_field', 'Another question has this key.', '/key') : noFaults;
}

function keyOf(label: string): string {
  const words = latinWords(label).join('_').slice(0, maxKeyLength).replace(/_+$/, '');
  return words === '' ? 'field' : words;
}

function freeKey(key: string, isTaken: (key: string) => boolean): string {
  let free = key;
  for (let count = 2; isTaken(free); count++) {
    const suffix = `_${count}`;
    free = key.slice(0, maxKeyLength - suffix.length) + suffix;
  }
  return free;
}
