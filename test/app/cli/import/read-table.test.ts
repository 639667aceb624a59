import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCsv } from '../../../../app/cli/import/csv/parse-csv.ts';
import { readTable } from '../../../../app/cli/import/csv/read-table.ts';

const test = suite('header and rows');

function read(text: string) {
  const records = parseCsv(text);
  if (!records.ok) throw new Error(records.error.message);
  return readTable(records.value.records);
}

function table(text: string) {
  const result = read(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test('one header row', () => {
  const { labels, headerRows, rows } = table('a,b\n1,2\n');
  assert.equal([labels, headerRows, rows], [['a', 'b'], 1, [{ line: 2, cells: ['1', '2'] }]]);
});

test('a table of this service keeps its headings unchanged, since labels may differ in blanks', () => {
  const { labels } = table('id,submitted_at,form_version," a ","""a""",,b\n1,2,3,4,5,6,7\n');
  assert.equal(labels.slice(3), [' a ', '"a"', '', 'b']);
});

test('two header rows: options below a question that has several columns', () => {
  const { labels, headerRows, rows } = table(
    'Id,Seen?,Which?,,,Age\n,Response,One,Two,Three,Response\n7,y,1,,3,9',
  );
  assert.equal(labels, ['Id', 'Seen?', 'Which? — One', 'Which? — Two', 'Which? — Three', 'Age']);
  assert.is(headerRows, 2);
  assert.equal(rows, [{ line: 3, cells: ['7', 'y', '1', '', '3', '9'] }]);
});

test('a first row of answers is not taken for a second header', () => {
  for (const text of ['a,b\n,x\n', 'a,,c\n1,2,3\n', 'a,b\nResponse,x\n', ',b\n0,x\n', 'a,,\nAda,1,2\n'])
    assert.is(table(text).headerRows, 1, text);
});

test('a label that is too long is cut between characters', () => {
  const [label] = table(`${'x'.repeat(1_979)}😀,b\n1,2\n`).labels;
  assert.is(label, 'x'.repeat(1_979));
});

test('labels are unique and not blank', () => {
  assert.equal(table('a,a,,"a (2)", \n1,2,3,4,5').labels, [
    'a',
    'a (2)',
    'Column 3',
    'a (2) (2)',
    'Column 5',
  ]);
});

test('empty columns and rows at the edges are ignored', () => {
  const { labels, rows, notes } = table('a,b,,\n1,2,,\n,,,\n\n3,4,,\n');
  assert.equal(labels, ['a', 'b']);
  assert.equal(
    rows.map(({ line }) => line),
    [2, 5],
  );
  assert.is(notes.length, 1);
});

test('a row that ends early is filled with blanks and reported', () => {
  const { rows, notes } = table('a,b,c\n1,2,3\n4,5,6\n7\n');
  assert.equal(rows[2], { line: 4, cells: ['7', '', ''] });
  assert.match(notes.join(), /line 4/);
});

test('a row with more cells than the header keeps them', () => {
  const { rows } = table('a,b\n1,2\n1,2,3\n1,2,,\n');
  assert.equal(
    rows.map(({ cells }) => cells),
    [
      ['1', '2'],
      ['1', '2', '3'],
      ['1', '2'],
    ],
  );
});

const refusals: [string, string, number | null][] = [
  ['a table whose rows mostly have more cells than the header', 'a,b\n1,2\n1,2,3\n1,2,3\n', 3],
  ['prose', 'Dear Ada, hello\nthis is a letter\nand no table\n', 2],
  ['a header alone', 'a,b\n', 1],
  ['two headers alone', 'Id,Seen?\n,Response\n', 1],
  ['blank cells alone', ',,\n,,\n', null],
];

for (const [name, text, line] of refusals)
  test(`refuses ${name}`, () => {
    const result = read(text);
    assert.not(result.ok);
    if (!result.ok) assert.is(result.error.line, line);
  });

test.run();
