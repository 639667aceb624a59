import type { FieldDefinition } from '../form/field.ts';
import { checkOf } from './check-value.ts';
import type { Check } from '../check.ts';

/** A form's fields, made ready for reading answers. */
export interface Questions {
  /** In the order of the form; each with its place in that order. */
  readonly all: readonly Question[];
  /** The question of this name: a key, else an id, else a label that only one field has. */
  readonly find: (name: string) => Question | 'unknown' | 'ambiguous';
}

export interface Question {
  readonly field: FieldDefinition;
  readonly index: number;
  readonly check: Check;
}

const known = new WeakMap<readonly FieldDefinition[], Questions>();

/** The questions that these fields ask; worked out once for an array, which must not change after. */
export function questionsOf(fields: readonly FieldDefinition[]): Questions {
  const ready = known.get(fields) ?? prepare(fields);
  known.set(fields, ready);
  return ready;
}

function prepare(fields: readonly FieldDefinition[]): Questions {
  const all = fields.map((field, index) => ({ field, index, check: checkOf(field) }));
  const byName = new Map<string, Question | 'ambiguous'>();
  // The names that win are set last.
  for (const question of all) {
    const { label } = question.field;
    byName.set(label, byName.has(label) ? 'ambiguous' : question);
  }
  for (const question of all) byName.set(question.field.id, question);
  for (const question of all) byName.set(question.field.key, question);
  return { all, find: (name) => byName.get(name) ?? 'unknown' };
}
