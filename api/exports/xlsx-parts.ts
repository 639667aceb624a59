const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const format = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The beginning of a sheet, whose first row stays in sight. Its columns are as wide as a date, which is not shown otherwise. */
export const sheetStart =
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultColWidth="12" defaultRowHeight="15"/><sheetData>';
export const sheetEnd = '</sheetData></worksheet>';

/** Style 1 is bold, for headings; style 2 is a date. */
const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>' +
  '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** The files of a workbook that are the same in each, by their paths. */
export const packageParts: readonly (readonly [path: string, xml: string])[] = [
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}/relationships">` +
      `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', styles],
];

/** The files that name the sheets of a workbook, by their paths. @param count of sheets `xl/worksheets/sheet1.xml` and so on */
export function numberedSheets(count: number): readonly (readonly [path: string, xml: string])[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const all = (one: (number: number) => string) => numbers.map(one).join('');
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaged}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${format}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${format}.styles+xml"/>` +
        all(
          (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${format}.worksheet+xml"/>`,
        ) +
        '</Types>',
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>` +
        all(
          (n) =>
            `<sheet name="${n === 1 ? 'Submissions' : `Submissions ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
        ) +
        '</sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packaged}/relationships">` +
        all(
          (n) =>
            `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        ) +
        `<Relationship Id="rId${count + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
  ];
}
