import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import type { QuestionFigures } from '../../domain/submission/tally/figures.ts';

const Exported = Type.Object({
  id: Type.String(),
  submitted_at: Type.String(),
  fields: Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), value: Type.Unknown() })),
});
export type Exported = Static<typeof Exported>;

/** The submissions of an export as lines of JSON. */
export const exportedIn = (text: string): Exported[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => Value.Parse(Exported, JSON.parse(line)));

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Numbers that differ only by the order in which they were added. */
const close = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Counts an export independently of the service, and compares every figure of its questions with that count. */
export function assertRecount(questions: readonly QuestionFigures[], exported: readonly Exported[]): void {
  for (const { field_id: id, kind, label, asked, answered, figures } of questions) {
    const fields = exported.flatMap((one) =>
      one.fields.filter((field) => field.id === id && field.kind === kind),
    );
    const values = fields.map(({ value }) => value).filter((value) => value !== null);
    assert.equal([asked, answered], [fields.length, values.length], label);
    assertFigures(figures, values, label);
  }
}

function assertFigures(figures: QuestionFigures['figures'], values: readonly unknown[], label: string): void {
  const having = (test: (value: unknown) => boolean): number => values.filter(test).length;
  switch (figures.type) {
    case 'choices':
      for (const { value, count } of figures.choices)
        assert.is(
          count,
          having((given) => listOf(given).some((one) => textOf(one) === value)),
          label,
        );
      return;
    case 'scale':
    case 'nps':
      for (const { value, count } of figures.steps)
        assert.is(
          count,
          having((given) => given === value),
          label,
        );
      assert.is(sum(figures.steps.map(({ count }) => count)), values.length, label);
      if (figures.type === 'scale' && figures.summary)
        assertSummary(figures.summary, values.map(Number), label);
      return;
    case 'numbers':
      for (const unit of figures.units) {
        const ofUnit = values
          .filter(
            (value) => unit.currency === null || Reflect.get(Object(value), 'currency') === unit.currency,
          )
          .map((value) => Number(typeof value === 'number' ? value : Reflect.get(Object(value), 'amount')));
        assertSummary(unit, ofUnit, label);
        for (const { from, to, count } of unit.bins)
          assert.is(count, ofUnit.filter((number) => number >= from && number < to).length, label);
      }
      assert.is(sum(figures.units.map(({ count }) => count)), values.length, label);
      return;
    case 'dates':
      for (const { from, count } of figures.line?.bins ?? []) {
        const isIn = figures.line?.unit === 'decade' ? from.slice(0, 3) : from;
        assert.is(
          count,
          having((given) => textOf(given).startsWith(isIn)),
          label,
        );
      }
      return;
    case 'hours':
      for (const { hour, count } of figures.hours)
        assert.is(
          count,
          having((given) => Number(textOf(given).slice(0, 2)) === hour),
          label,
        );
      return;
    case 'ranking':
      for (const { value, count, first, mean_place: mean } of figures.choices) {
        const places = values.map((given) => listOf(given).indexOf(value) + 1).filter((place) => place > 0);
        assert.equal([count, first], [places.length, places.filter((place) => place === 1).length], label);
        assert.ok(mean === null ? count === 0 : close(mean, sum(places) / places.length), label);
      }
      return;
    case 'matrix':
      for (const row of figures.rows) {
        const chosen = values
          .map((given) => Reflect.get(Object(given), row.value) as unknown)
          .filter(Boolean);
        assert.is(row.count, chosen.length, label);
        for (const [index, { value }] of figures.columns.entries())
          assert.is(row.chosen[index], chosen.filter((one) => listOf(one).includes(value)).length, label);
      }
      return;
    case 'words':
      for (const { word, count } of figures.words) {
        const isIn = (text: string) => text.toLowerCase().replaceAll('’', "'").includes(word);
        // A word may be a part of another one, which this simple search counts too.
        assert.ok(count > 0 && count <= having((given) => isIn(textOf(given))), `${label}: ${word}`);
      }
      return;
    case 'files':
      assert.is(figures.files, sum(values.map((given) => listOf(given).length)), label);
      return;
    case 'answered':
      return;
    default:
      figures satisfies never;
  }
}

interface Summary {
  readonly count: number;
  readonly least: number;
  readonly mean: number;
  readonly median: number;
  readonly most: number;
}

function assertSummary(
  { count, least, mean, median, most }: Summary,
  numbers: readonly number[],
  label: string,
): void {
  const sorted = [...numbers].sort((a, b) => a - b);
  assert.is(count, numbers.length, label);
  assert.equal([least, most], [sorted[0], sorted.at(-1)], label);
  assert.ok(close(mean, sum(numbers) / numbers.length), `${label}: mean ${mean}`);
  const [lower = 0, upper = 0] = [sorted[Math.floor((count - 1) / 2)], sorted[Math.floor(count / 2)]];
  assert.ok(close(median, lower / 2 + upper / 2), `${label}: median ${median}`);
}
