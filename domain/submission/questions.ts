import type { Check } from '../check.ts';
import type { FieldDefinition } from '../form/field.ts';
import { composed } from '../text.ts';
import { checkOf } from './check-value.ts';
import { type Normalise, normaliserOf } from './normalise.ts';

/** A form's fields, prepared for reading answers. */
export interface Questions {
  /** The questions in the form's order. */
  readonly all: readonly Question[];
  /** The patterns of their answers. */
  readonly patterns: readonly string[];
  /** Returns the question of this name: a key, otherwise an id, otherwise a label that only one field has. */
  readonly find: (name: string) => Question | 'unknown' | 'ambiguous';
}

export interface Question {
  readonly field: FieldDefinition;
  readonly index: number;
  readonly normalise: Normalise;
  readonly check: Check;
}

const known = new WeakMap<readonly FieldDefinition[], Questions>();

/** Returns the questions of some fields; prepared once for each array, which must not change afterwards. */
export function questionsOf(fields: readonly FieldDefinition[]): Questions {
  const ready = known.get(fields) ?? prepare(fields);
  known.set(fields, ready);
  return ready;
}

function prepare(fields: readonly FieldDefinition[]): Questions {
  const all = fields.map((field, index) => ({
    field,
    index,
    normalise: normaliserOf(field),
    check: checkOf(field),
  }));
  const byName = new Map<string, Question | 'ambiguous'>();
  // Names of higher precedence are set later.
  for (const question of all) {
    const label = composed(question.field.label);
    byName.set(label, byName.has(label) ? 'ambiguous' : question);
  }
  for (const question of all) byName.set(question.field.id, question);
  for (const question of all) byName.set(question.field.key, question);
  const patterns = fields.flatMap(({ validation }) => validation?.pattern ?? []);
  return { all, patterns, find: (name) => byName.get(name) ?? byName.get(composed(name)) ?? 'unknown' };
}
