import type { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldInput } from '../../domain/form/field.ts';
import { resolveAnswers } from '../../domain/submission/resolve-answers.ts';
import { briefly, fieldsOf, optionsOf } from './fields.ts';

/** A question, values that answer it, and values that do not with `<pointer inside the value> <code>` of each. */
export interface AnswerTable {
  readonly question: Omit<FieldInput, 'label' | 'key'>;
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [value: unknown, faults: readonly string[]])[];
}

export const type = [' invalid_type'];
export const format = [' invalid_format'];
export const range = [' out_of_range'];
export const option = [' invalid_option'];
export const abc = optionsOf('a', 'b', 'c');

/** Several values with the same faults. */
export const each = (faults: readonly string[], ...values: readonly unknown[]) =>
  values.map((value) => [value, faults] as const);

function faultsOf(question: AnswerTable['question'], value: unknown): string[] {
  const fields = fieldsOf({ ...question, label: 'Question', key: 'q' });
  const result = resolveAnswers(fields, { q: value });
  if (!result.ok) return briefly(result.error).map((line) => line.replace('/answers/q', ''));
  assert.equal(result.value[0], value, 'a good value is recorded as it is');
  return [];
}

const show = (value: unknown) => `${typeof value} ${JSON.stringify(value).slice(0, 80)}`;

/** Makes a test of each table. */
export function testTables(test: ReturnType<typeof suite>, tables: readonly AnswerTable[]): void {
  for (const { question, good, bad } of tables) {
    const { kind, ...rest } = question;
    test(`${kind} ${JSON.stringify(rest)}: ${good.length} good, ${bad.length} bad values`, () => {
      for (const value of good) assert.equal(faultsOf(question, value), [], show(value));
      for (const [value, faults] of bad) assert.equal(faultsOf(question, value), faults, show(value));
    });
  }
}
