import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineInTurns, resolveInTurns } from '../../../commands/form/patterns.ts';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { fieldsOf } from '../../support/fields.ts';

const test = suite('patterns in turns of the event loop');

/** Hard for an engine: each text leads to other states. */
const hard = (n: number): FieldInput => ({
  key: `k${n}`,
  label: 'x',
  kind: 'short_text',
  validation: { pattern: `[ab]*a[ab]{${100 + n}}` },
});
const inputs = Array.from({ length: 10 }, (_, n) => hard(n));
const disorder = (length: number) => Array.from({ length }, () => (Math.random() < 0.5 ? 'a' : 'b')).join('');

/** Counts the turns that others have while something is done. */
async function turnsOf<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  let [turns, isDone] = [0, false];
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  return { turns, result: await done };
}

test('the texts of a submission are matched a few in each turn', async () => {
  const fields = fieldsOf(...inputs);
  const answers = Object.fromEntries(inputs.map(({ key = '' }) => [key, disorder(800)]));
  const { turns, result } = await turnsOf(resolveInTurns(fields, answers));
  assert.ok(turns >= 5, `${turns} turns`);
  assert.equal(result, resolveAnswers(fields, answers));
});

test('the result is the same as in one turn', async () => {
  const fields = fieldsOf(...inputs);
  const cases = [{}, { k0: 'x', k1: 3, nobody: 1 }, { k0: `a${'b'.repeat(100)}` }, { k3: 'a'.repeat(2_001) }];
  for (const answers of cases)
    assert.equal(await resolveInTurns(fields, answers), resolveAnswers(fields, answers));
  const ids = () => 'q';
  assert.equal(await defineInTurns(inputs, [], ids), defineFields(inputs, [], ids));
});

test.run();
