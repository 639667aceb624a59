import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCsv } from '../../../../app/cli/import/csv/parse-csv.ts';

const test = suite('parsing CSV');

function read(text: string, delimiter?: string) {
  const parsed = parseCsv(text, delimiter);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.records;
}

test('cells are kept unchanged, with quotes resolved', () => {
  assert.equal(
    read('a,b\n" x ",y \n"say ""hi""",""').map(({ cells }) => cells),
    [
      ['a', 'b'],
      [' x ', 'y '],
      ['say "hi"', ''],
    ],
  );
});

test('each record has the number of its first line, whatever the line endings', () => {
  const text = 'a,b\n1,2\r\n"3\nx",4\r5,6\r\n\r\n7,"a\r\nb\rc"\n8,9';
  assert.equal(
    read(text).map(({ line, cells }) => [line, cells[0]]),
    [
      [1, 'a'],
      [2, '1'],
      [3, '3\nx'],
      [5, '5'],
      [7, '7'],
      [10, '8'],
    ],
  );
  assert.is(read(text)[4]?.cells[1], 'a\r\nb\rc');
});

test('the first records decide between comma, semicolon and tab', () => {
  for (const text of ['a,b;c\n1,2', 'a;b\n1;2,5', 'a\tb\n1,5\t2', '"a;x",b\n1,2'])
    assert.is(read(text)[0]?.cells.length, 2, text);
  // Commas in the headings, and in the answers.
  const wordy =
    'How, and why?;Since when, and who?;Where, then?\nso;now;here\nlike this, and that;then;there\n';
  assert.is(read(wordy)[0]?.cells.length, 3);
  assert.is(read('Name;Price, net\nTea;1,50\nMilk;2,00\n')[1]?.cells[1], '1,50');
  assert.is(read('a,b;c,d\n1,"x;y",3\n')[1]?.cells.length, 3);
  assert.is(read('only one\n1\n2').length, 3);
  assert.equal(read('a|b\n1|2', '|')[1]?.cells, ['1', '2']);
});

test('a first line that names the separator counts as a line but is not a record', () => {
  for (const text of ['sep=;\r\na;b\r\n1,5;2', 'SEP=|\na|b\n1;5|2'])
    assert.equal(
      read(text).map(({ line, cells }) => [line, cells.length]),
      [
        [2, 2],
        [3, 2],
      ],
    );
});

const faults: [string, string, number][] = [
  ['an open quote', 'a,b\n1,2\n3,"x\n4,5\n6,7\n', 3],
  ['a quote inside a cell', 'a,b\n1,x"secret\n', 2],
  ['text after a closing quote', 'a,b\n1,2\n1,"x"secret\n', 3],
  ['a record without end', `a,b\n1,"${'secret\n'.repeat(1_000_000)}`, 2],
];

for (const [name, text, line] of faults)
  test(`an error for ${name} names the line, and no cell`, () => {
    const parsed = parseCsv(text);
    assert.not(parsed.ok);
    if (parsed.ok) return;
    assert.is(parsed.error.line, line);
    assert.not.match(parsed.error.message, /secret/);
  });

test.run();
