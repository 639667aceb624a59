import type { Counted } from './submissions-counted.ts';

/** A row of a bar chart, with a value for each group. */
export interface BarRow {
  readonly label: string;
  readonly values: readonly number[];
  /** What the values count, where there is a list of it. */
  readonly counted?: Counted;
  /** What is said beside each value, such as a mean place. */
  readonly notes?: readonly string[];
}

/** Bars with labels beside them. Each value is a share of the total of its group. */
export interface BarChart {
  readonly type: 'bars';
  readonly rows: readonly BarRow[];
  readonly totals: readonly number[];
  /** How many rows are left out. */
  readonly omitted: number;
}

/** Columns along an axis of numbers or times. */
export interface ColumnChart {
  readonly type: 'columns';
  readonly columns: readonly BarRow[];
}

interface HeatColumn {
  readonly label: string;
  /** The value of the column, as it is stored. */
  readonly value: string;
}

/** A table of counts of one group, shaded by their share of the row. */
export interface HeatMap {
  readonly type: 'heat';
  readonly columns: readonly HeatColumn[];
  /** The place of the group. */
  readonly group: number;
  readonly rows: readonly {
    readonly label: string;
    /** The value of the row, as it is stored. */
    readonly value: string;
    readonly total: number;
    readonly values: readonly number[];
  }[];
}

export interface NamedChart {
  /** What the chart shows, where a question has several. */
  readonly name: string | null;
  readonly chart: BarChart | ColumnChart | HeatMap;
}

/** A figure with its value in each group. */
export interface Fact {
  readonly label: string;
  readonly values: readonly string[];
}

const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const large = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 4 });

/** A number as people read it. */
export const numberText = (value: number): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6)
    ? large.format(value)
    : numbers.format(value);

/** A share of a total, such as `12.5 %`. */
export const shareText = (count: number, total: number): string =>
  total === 0 ? '–' : `${((count / total) * 100).toFixed(1)} %`;

/** What is drawn of a question, and the figures above the charts. */
export interface QuestionCharts {
  readonly facts: readonly Fact[];
  readonly charts: readonly NamedChart[];
}

/** The most columns of a chart. */
export const maxColumns = 24;
