import { faulty, noFaults, type Fault } from '../check.ts';
import type { FieldInput } from './field.ts';

const maxKeyLength = 64;

/** A question with its key and the key's faults. */
export interface KeyedInput {
  readonly input: FieldInput;
  readonly key: string;
  readonly faults: readonly Fault[];
}

/** Assigns each question its key: its own, or a unique one derived from its label. */
export function assignKeys(inputs: readonly FieldInput[]): KeyedInput[] {
  const taken = new Set(inputs.flatMap(({ key }) => key ?? []));
  const seen = new Set<string>();
  return inputs.map((input) => {
    const key = input.key ?? freeKey(keyOf(input.label), taken);
    const faults = keyFaults(key, seen);
    taken.add(key);
    seen.add(key);
    return { input, key, faults };
  });
}

function keyFaults(key: string, seen: ReadonlySet<string>): readonly Fault[] {
  // Answers are sent by key, and many JSON parsers drop or reject a member of this name.
  if (key === '__proto__') return faulty('invalid_format', 'This name cannot be a key.', '/key');
  return seen.has(key) ? faulty('ambiguous_field', 'Another question has this key.', '/key') : noFaults;
}

function keyOf(label: string): string {
  const ascii = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = ascii.match(/[a-z0-9]+/g) ?? ['field'];
  return words.join('_').slice(0, maxKeyLength);
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) {
    const suffix = `_${count}`;
    free = key.slice(0, maxKeyLength - suffix.length) + suffix;
  }
  return free;
}
