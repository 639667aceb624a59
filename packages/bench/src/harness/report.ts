import type { Measurement, Row } from './suite.ts';

/** A row that was run; without a measurement when it failed. */
export interface Result {
  readonly suite: string;
  readonly row: Pick<Row, 'name' | 'target'>;
  readonly measurement?: Measurement;
}

/** Four digits are more than the noise leaves. */
const rounded = (figure: number): number => Number(figure.toPrecision(4));

/** A result as one line of JSON. */
export function jsonLine({ suite, row }: Result, { value, baseline, ratio, unit }: Measurement): string {
  return JSON.stringify({
    suite,
    row: row.name,
    value: rounded(value),
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    unit,
  });
}

const heading = ['row', 'value', 'baseline', 'unit', 'ratio', 'target', ''];
/** Columns of figures are aligned at their right. */
const rightAligned = new Set([1, 2, 4]);

/** The results as an aligned table, each with its target and whether that was met. */
export function table(results: readonly Result[]): string {
  const lines = [heading, ...results.map(cells)];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const padded = lines.map((line) =>
    line.map((cell, column) =>
      rightAligned.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

function cells({ row, measurement }: Result): string[] {
  if (!measurement) return [row.name, '', '', '', '', row.target.text, 'failed'];
  const { value, baseline, ratio, unit } = measurement;
  const mark = row.target.met(ratio) ? 'pass' : 'MISS';
  return [row.name, shown(value), shown(baseline), unit, ratio.toFixed(2), row.target.text, mark];
}

const shown = (figure: number): string =>
  figure >= 100 ? String(Math.round(figure)) : String(Number(figure.toPrecision(3)));
