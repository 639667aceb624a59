import { moneyText } from '../../../domain/submission/currencies.ts';
import type { FiguresOf, Summary } from '../../../domain/submission/tally/figures.ts';
import { alignedHistograms } from '../../../domain/submission/tally/histogram.ts';
import { numberRange } from '../../../domain/submission/tally/number-range.ts';
import { type Fact, maxColumns, numberText, type QuestionCharts } from './chart.ts';

/** The mean, the median and the ends of numbers, in each group. */
export const summaryFacts = (
  summaries: readonly (Summary | null | undefined)[],
  text: (value: number) => string,
): Fact[] =>
  (['mean', 'median', 'least', 'most'] as const).map((name) => ({
    label: { mean: 'Mean', median: 'Median', least: 'Least', most: 'Most' }[name],
    values: summaries.map((summary) => (summary ? text(summary[name]) : '–')),
  }));

/** What is drawn of numbers and amounts: a histogram for each currency. */
export function numberCharts(groups: readonly FiguresOf<'numbers'>[]): QuestionCharts {
  const currencies = [...new Set(groups.flatMap(({ units }) => units.map(({ currency }) => currency)))];
  const parts = currencies.map((currency) => {
    const text = (value: number) =>
      currency === null ? numberText(value) : moneyText(Math.round(value), currency);
    const units = groups.map((group) => group.units.find((unit) => unit.currency === currency));
    const facts = [
      { label: 'Count', values: units.map((unit) => String(unit?.count ?? 0)) },
      ...summaryFacts(units, text),
    ].map(({ label, values }) => ({ label: currency === null ? label : `${label}, ${currency}`, values }));
    const known = alignedHistograms(
      units.filter((unit) => unit !== undefined),
      maxColumns,
    );
    const histograms = units.map((unit) => unit && known[units.filter(Boolean).indexOf(unit)]);
    const columns = (known[0]?.bins ?? []).map(({ from, to }, index) => ({
      label: `${text(from)} to ${text(to)}`,
      counted: { value: numberRange({ from, to, unit: currency ?? undefined }) },
      values: histograms.map((histogram) => histogram?.bins[index]?.count ?? 0),
    }));
    return { facts, chart: { name: currency, chart: { type: 'columns', columns } as const } };
  });
  return { facts: parts.flatMap(({ facts }) => facts), charts: parts.map(({ chart }) => chart) };
}
