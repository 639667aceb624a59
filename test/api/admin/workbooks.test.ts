import { buffer } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CellContent } from '../../../api/exports/submission-table.ts';
import { xlsxFile } from '../../../api/exports/write-xlsx.ts';
import { readZip } from '../../support/read-zip.ts';

const test = suite('workbooks');

async function* rowsOf(...rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  yield* rows;
}

const contents: readonly CellContent[] = ['text', 'number', 'phone', 'date'];
const headings = ['Name', 'Age', 'Phone', 'Born'];

async function sheetOf(...rows: readonly (readonly string[])[]): Promise<string> {
  const file = await buffer(xlsxFile({ headings, contents, rows: rowsOf(...rows) }));
  return readZip(file).get('xl/worksheets/sheet1.xml') ?? '';
}

test('a workbook without rows has all parts that programs need, too', async () => {
  const files = readZip(await buffer(xlsxFile({ headings, contents, rows: rowsOf() })));
  assert.equal([...files.keys()].sort(), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  assert.match(files.get('xl/worksheets/sheet1.xml') ?? '', '<c r="A1" s="1" t="inlineStr"><is><t');
});

test('numbers are stored as numbers, everything else as text', async () => {
  const sheet = await sheetOf(['=1+1', '-5.5', '+44 20'], ['', '', '']);
  assert.match(sheet, '<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  assert.match(sheet, '<c r="B2"><v>-5.5</v></c>');
  assert.match(sheet, '<c r="C2" t="inlineStr"><is><t xml:space="preserve">+44 20</t></is></c>');
  assert.match(sheet, '<row r="3"></row>', 'blank cells take no place');
});

/** The content of a cell: a number of a sheet, or a text. */
const cellIn = (sheet: string, at: string) =>
  new RegExp(`<c r="${at}"[^>]*>(?:<v>(.*?)</v>|<is><t[^>]*>(.*?)</t></is>)</c>`).exec(sheet)?.slice(1);
const asNumber = (text: string) => [text, undefined];
const asText = (text: string) => [undefined, text];

test('numbers that programs would round and texts of digits are stored as text', async () => {
  const kept = ['123456789012345', '-0.00123456789012345', '1e21', '1e-307', '0', '100000000000000000000'];
  const rounded = [
    '1234567890123456',
    '12345678901234567890',
    '0.30000000000000004',
    '1e-320',
    '1e308',
    '007.5x',
    '0x1F',
  ];
  const sheet = await sheetOf(...[...kept, ...rounded].map((text) => ['', text, '', '']));
  kept.forEach((text, row) => assert.equal(cellIn(sheet, `B${row + 2}`), asNumber(text)));
  rounded.forEach((text, row) =>
    assert.equal(cellIn(sheet, `B${row + kept.length + 2}`), asText(text), text),
  );
  const texts = await sheetOf(['007', '', '0049 30 1', ''], ['12345678901234567890', '', '+1', '']);
  assert.equal(cellIn(texts, 'A2'), asText('007'));
  assert.equal(cellIn(texts, 'C2'), asText('0049 30 1'));
  assert.equal(cellIn(texts, 'A3'), asText('12345678901234567890'));
});

test('dates are stored as dates within the calendar that programs support', async () => {
  const dates = { '1900-03-01': 61, '2000-01-01': 36526, '2026-11-23': 46349, '9999-12-31': 2958465 };
  const others = ['1900-02-28', '1582-10-15', '2026-02-30', '2026-11', 'today', '10000-01-01'];
  const sheet = await sheetOf(...[...Object.keys(dates), ...others].map((text) => ['', '', '', text]));
  Object.values(dates).forEach((day, row) =>
    assert.match(sheet, `<c r="D${row + 2}" s="2"><v>${day}</v></c>`),
  );
  others.forEach((text, row) => assert.equal(cellIn(sheet, `D${row + 6}`), asText(text)));
});

test('rows beyond the limit of a sheet continue in another with the same headings', async () => {
  const workbookOf = async (count: number) => {
    const rows = rowsOf(...Array.from({ length: count }, (_, n) => [`row ${n + 1}`]));
    return readZip(await buffer(xlsxFile({ headings, contents, rows, rowsOfSheet: 3 })));
  };
  const textsIn = (sheet = '') =>
    [...sheet.matchAll(/<c r="A(\d+)".*?<t[^>]*>(.*?)<\/t>/g)].map((one) => one[2]);
  const files = await workbookOf(5);
  assert.equal(
    [1, 2, 3].map((n) => textsIn(files.get(`xl/worksheets/sheet${n}.xml`))),
    [
      ['Name', 'row 1', 'row 2'],
      ['Name', 'row 3', 'row 4'],
      ['Name', 'row 5'],
    ],
  );
  const book = files.get('xl/workbook.xml') ?? '';
  const related = files.get('xl/_rels/workbook.xml.rels') ?? '';
  const types = files.get('[Content_Types].xml') ?? '';
  const sheets = [...book.matchAll(/<sheet name="([^"]*)" sheetId="(\d)" r:id="(rId\d)"/g)];
  assert.equal(
    sheets.map(([, name, id, relation]) => [name, id, relation]),
    [
      ['Submissions', '1', 'rId1'],
      ['Submissions 2', '2', 'rId2'],
      ['Submissions 3', '3', 'rId3'],
    ],
  );
  for (const n of [1, 2, 3]) {
    assert.match(
      related,
      new RegExp(`Id="rId${n}" Type="[^"]*/worksheet" Target="worksheets/sheet${n}.xml"`),
    );
    assert.match(types, `PartName="/xl/worksheets/sheet${n}.xml"`);
  }
  assert.not(
    (await workbookOf(4)).has('xl/worksheets/sheet3.xml'),
    'rows that fill two sheets have no third',
  );
});

test('characters that XML forbids are escaped, and a cell is no longer than a sheet permits', async () => {
  const sheet = await sheetOf(['<&>\u0001\uD800 _x0041_ 😀', '', ''], ['x'.repeat(40_000), '', '']);
  assert.match(sheet, '&lt;&amp;&gt;_x0001__xD800_ _x005F_x0041_ 😀');
  assert.match(sheet, /<t xml:space="preserve">x{32759} … \(cut\)<\/t>/);
});

test('a text that looks like an escape is read back unchanged', async () => {
  const texts = ['_x0041_x0042_', '_x0041\u0001', '_x005F_x0041_', '_X00e9_', '__x000D_', '_x41_', '\u0085'];
  const sheet = await sheetOf(...texts.map((text) => [text, '', '', '']));
  const decoded = (text = '') =>
    text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  assert.equal(
    texts.map((_, row) => decoded(cellIn(sheet, `A${row + 2}`)?.[1])),
    texts,
  );
});

test('line breaks are kept', async () => {
  const sheet = await sheetOf(['a\r\nb\rc\nd', '', '', '']);
  assert.match(sheet, 'a&#13;\nb&#13;c\nd');
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
