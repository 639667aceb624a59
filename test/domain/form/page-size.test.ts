import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldInput } from '../../../domain/form/field.ts';

const test = suite('the size of a form');

const optionsOf = (count: number, label = 'Label') =>
  Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label }));
const problemsOf = (...fields: FieldInput[]) => {
  const defined = defineFields(fields, [], () => 'id');
  return defined.ok ? [] : defined.error.map(({ path, code, message }) => [path, code, message]);
};
const list = (count: number, label?: string): FieldInput => ({
  label: 'List',
  kind: 'dropdown',
  options: optionsOf(count, label),
});

test('a form beyond the limits on options and cells is refused with the limit', () => {
  const ranking = (count: number): FieldInput => ({
    label: 'Rank',
    kind: 'ranking',
    options: optionsOf(count),
  });
  assert.equal(problemsOf(ranking(100)), []);
  assert.equal(problemsOf(ranking(101)), [
    ['/fields/0/options', 'too_long', 'A ranking has at most 100 options.'],
  ]);
  const matrix = (rows: number, columns: number): FieldInput => ({
    label: 'Grid',
    kind: 'matrix',
    rows: optionsOf(rows),
    options: optionsOf(columns),
  });
  assert.equal(problemsOf(matrix(100, 10)), []);
  assert.equal(problemsOf(matrix(100, 11)), [
    ['/fields/0/rows', 'too_long', 'A matrix has at most 1,000 cells; rows times options is 1,100.'],
  ]);
});

test('the first field that makes a form too large is named', () => {
  assert.equal(problemsOf(...Array.from({ length: 4 }, () => list(1_000))), []);
  assert.equal(problemsOf(...Array.from({ length: 7 }, () => list(1_000))), [
    [
      '/fields/4',
      'too_long',
      'With this field the form has more than 5,000 controls (inputs, options and cells).',
    ],
  ]);
  const long = list(200, '&'.repeat(500));
  assert.equal(problemsOf(long, { ...long, hidden: true }, { label: 'Name', kind: 'short_text' }), []);
  assert.equal(problemsOf(long, long, { label: 'Name', kind: 'short_text' }), [
    ['/fields/1', 'too_long', 'With this field the page of the form has more than 1,000,000 bytes.'],
  ]);
});

test.run();
