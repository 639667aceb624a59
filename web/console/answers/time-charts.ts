import type { FiguresOf } from '../../../domain/submission/tally/figures.ts';
import { alignedTimeLines } from '../../../domain/submission/tally/time-line.ts';
import { type BarRow, maxColumns, type QuestionCharts } from './chart.ts';

/** What is drawn of dates: a time line. */
export function dateCharts(groups: readonly FiguresOf<'dates'>[]): QuestionCharts {
  const known = groups.map(({ line }) => line).filter((line) => line !== null);
  const aligned = alignedTimeLines(known, maxColumns);
  const lines = groups.map(({ line }) => (line ? aligned[known.indexOf(line)] : undefined));
  const columns = (aligned[0]?.bins ?? []).map(({ from }, index) => {
    const label = aligned[0]?.unit === 'decade' ? `${from}s` : from;
    return {
      label,
      counted: { value: label },
      values: lines.map((line) => line?.bins[index]?.count ?? 0),
    };
  });
  return {
    facts: [
      { label: 'First', values: groups.map(({ first }) => first ?? '–') },
      { label: 'Last', values: groups.map(({ last }) => last ?? '–') },
    ],
    charts: columns.length === 0 ? [] : [{ name: null, chart: { type: 'columns', columns } }],
  };
}

/** What is drawn of times of day: a column for each hour. */
export const hourColumns = (groups: readonly FiguresOf<'hours'>[]): BarRow[] =>
  Array.from({ length: 24 }, (_, hour) => ({
    label: `${hour}:00`,
    counted: { value: String(hour) },
    values: groups.map(({ hours }) => hours[hour]?.count ?? 0),
  }));
