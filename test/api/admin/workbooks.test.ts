import { buffer } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { xlsxFile } from '../../../api/admin/exports/write-xlsx.ts';
import type { CellContent } from '../../../api/admin/exports/submission-table.ts';
import { readZip } from '../../support/read-zip.ts';

const test = suite('workbooks');

async function* rowsOf(...rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  yield* rows;
}

const contents: readonly CellContent[] = ['text', 'number', 'phone'];
const headings = ['Name', 'Age', 'Phone'];

async function sheetOf(...rows: readonly (readonly string[])[]): Promise<string> {
  const file = await buffer(xlsxFile({ headings, contents, rows: rowsOf(...rows) }));
  return readZip(file).get('xl/worksheets/sheet1.xml') ?? '';
}

test('a workbook has the parts that programs look for, also without rows', async () => {
  const files = readZip(await buffer(xlsxFile({ headings, contents, rows: rowsOf() })));
  assert.equal([...files.keys()].sort(), [
    ...[
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
    ],
    'xl/worksheets/sheet1.xml',
  ]);
  assert.match(files.get('xl/worksheets/sheet1.xml') ?? '', '<c r="A1" s="1" t="inlineStr"><is><t');
});

test('numbers are numbers, and all else is text', async () => {
  const sheet = await sheetOf(['=1+1', '-5.5', '+44 20'], ['', '', '']);
  assert.match(sheet, '<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  assert.match(sheet, '<c r="B2"><v>-5.5</v></c>');
  assert.match(sheet, '<c r="C2" t="inlineStr"><is><t xml:space="preserve">+44 20</t></is></c>');
  assert.match(sheet, '<row r="3"></row>', 'blank cells take no place');
});

test('texts hold what XML cannot, and no cell is longer than a sheet permits', async () => {
  const sheet = await sheetOf(['<&>\u0001\uD800 _x0041_ 😀', '', ''], ['x'.repeat(40_000), '', '']);
  assert.match(sheet, '&lt;&amp;&gt;_x0001__xD800_ _x005F_x0041_ 😀');
  assert.match(sheet, /<t xml:space="preserve">x{32759} … \(cut\)<\/t>/);
});

test('rows are read no faster than the client takes them', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<readonly string[]> {
    for (;;) yield [String((read += 1)).repeat(100), '1', ''];
  }
  const file = xlsxFile({ headings, contents, rows: endless() });
  file.once('data', () => file.pause());
  await new Promise((resolve) => file.once('pause', resolve));
  for (let turns = 0, before = -1; before !== read; turns++) {
    assert.ok(turns < 1_000, 'it stops reading');
    before = read;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  file.destroy();
});

test('a failure to read the rows ends the file with an error', async () => {
  async function* failing(): AsyncGenerator<readonly string[]> {
    yield ['a', '1', ''];
    throw new Error('the store is away');
  }
  try {
    await buffer(xlsxFile({ headings, contents, rows: failing() }));
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), 'the store is away');
  }
});

test.run();
