import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ColumnMapping } from '../../../../app/cli/import/map-option.ts';
import { matchColumns } from '../../../../app/cli/import/match-columns.ts';
import { fieldsOf } from '../../../support/fields.ts';

const test = suite('matching columns');

const text = (key: string, label: string) => ({ key, label, kind: 'short_text' }) as const;

function match(
  headings: readonly string[],
  inputs: readonly ReturnType<typeof text>[],
  { mappings = [], isOwn = false }: { mappings?: readonly ColumnMapping[]; isOwn?: boolean } = {},
): string | readonly string[] {
  const uses = matchColumns(headings, fieldsOf(...inputs), { mappings, isOwn });
  if (!uses.ok) return uses.error;
  return uses.value.map((use) => (use.kind === 'answer' ? use.field.key : use.kind));
}

test('by key or label, whatever the case and the blanks', () => {
  const inputs = [text('name', 'Größe'), text('town', 'Your town')];
  for (const headings of [
    ['name', 'town'],
    ['Größe', 'Your town'],
    ['GRÖSSE'.replace('SS', 'ß'), 'your  town '],
    ['Größe'.normalize('NFD'), 'Your\u00a0town'],
    ['Größe [name]', 'Your town [town]'],
  ])
    assert.equal(match(headings, inputs), ['name', 'town'], headings.join());
});

test('a heading that several fields have is not matched by guessing', () => {
  const twins = [text('one', 'Name'), text('two', 'Name')];
  assert.match(String(match(['Name'], twins)), 'Several fields match the column "Name": one, two.');
  assert.match(String(match(['name'], [text('email', 'Name'), text('name', 'Work')])), 'email, name');
  assert.match(String(match(['ort'], [text('a', 'Ort'), text('b', 'ORT')])), 'a, b');
  assert.equal(match(['Name', 'Name (2)'], twins), ['one', 'two'], 'as tables of this service number them');
  assert.equal(match(['Name'], twins, { mappings: [{ column: 'Name', to: 'two' }] }), ['two']);
  assert.equal(match(['Ort'], [text('a', 'Ort'), text('b', 'ORT')]), ['a'], 'the exact one');
});

test('a numbered repeated label never matches the label of another question', () => {
  const inputs = [text('a', 'A'), text('b', 'A'), text('c', 'A (2)')];
  assert.equal(match(['A', 'A (3)', 'A (2)'], inputs), ['a', 'b', 'c']);
});

test('--map names an existing column, once', () => {
  const inputs = [text('name', 'Name'), text('town', 'Town')];
  const twice = [
    { column: 'N', to: 'name' },
    { column: 'n', to: 'town' },
  ];
  assert.match(String(match(['N'], inputs, { mappings: twice })), '--map names the column "n" twice.');
  const other = [{ column: 'X', to: 'name' }];
  assert.match(String(match(['Name'], inputs, { mappings: other })), 'no column "X"');
});

test('the columns that rejected rows add are ignored, even if they occur twice', () => {
  const added = ['import_line', 'import_reasons', 'import_line (2)', 'import_reasons (2)'];
  assert.equal(match(['Name', ...added], [text('name', 'Name')]), ['name', ...added.map(() => 'ignored')]);
});

test.run();
