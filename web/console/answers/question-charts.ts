import { bytesInWords } from '../../../domain/file/file-rules.ts';
import type { Figures, FiguresOf, QuestionFigures } from '../../../domain/submission/tally/figures.ts';
import {
  type BarChart,
  type BarRow,
  type NamedChart,
  numberText,
  type QuestionCharts,
  shareText,
} from './chart.ts';
import { numberCharts, summaryFacts } from './number-charts.ts';
import { dateCharts, hourColumns } from './time-charts.ts';

/** The steps of a scale from which on it has columns. */
const maxSteps = 20;

/**
 * What is drawn of the answers to a question, in each group.
 * @param questions the same question in each group
 * @param names the names of the groups
 * @param maxRows the most rows of a chart
 */
export function questionCharts(
  questions: readonly QuestionFigures[],
  names: readonly string[],
  maxRows: number,
): QuestionCharts {
  const totals = questions.map(({ answered }) => answered);
  const all = questions.map(({ figures }) => figures);
  const [first] = all;
  if (!first) return { facts: [], charts: [] };
  switch (first.type) {
    case 'choices':
      return barsOnly(choiceRows(ofType(all, first.type)), totals, maxRows);
    case 'scale':
      return scaleCharts(ofType(all, first.type), totals);
    case 'nps':
      return npsCharts(ofType(all, first.type), totals);
    case 'numbers':
      return numberCharts(ofType(all, first.type));
    case 'dates':
      return dateCharts(ofType(all, first.type));
    case 'hours':
      return {
        facts: [],
        charts: [{ name: null, chart: { type: 'columns', columns: hourColumns(ofType(all, first.type)) } }],
      };
    case 'ranking':
      return barsOnly(rankingRows(ofType(all, first.type)), totals, maxRows);
    case 'matrix':
      return { facts: [], charts: heatMaps(ofType(all, first.type), names) };
    case 'words':
      return barsOnly(wordRows(ofType(all, first.type)), totals, maxRows);
    case 'files':
      return fileCharts(ofType(all, first.type));
    case 'answered':
      return { facts: [], charts: [] };
    default:
      return first satisfies never;
  }
}

const ofType = <T extends Figures['type']>(all: readonly Figures[], type: T): FiguresOf<T>[] =>
  all.filter((one): one is FiguresOf<T> => one.type === type);

const bars = (rows: readonly BarRow[], totals: readonly number[], maxRows = Infinity): BarChart => ({
  type: 'bars',
  rows: rows.slice(0, maxRows),
  totals,
  omitted: Math.max(0, rows.length - maxRows),
});

const barsOnly = (rows: readonly BarRow[], totals: readonly number[], maxRows: number): QuestionCharts => ({
  facts: [],
  charts: rows.length === 0 ? [] : [{ name: null, chart: bars(rows, totals, maxRows) }],
});

interface Named {
  readonly value: string;
  readonly label: string;
  readonly removed: boolean;
}

/** The choices of all groups, each once. */
const allChoices = (groups: readonly (readonly Named[])[]): readonly Named[] => [
  ...new Map(groups.flat().map((choice) => [choice.value, choice])).values(),
];

const labelOf = ({ label, removed }: Named): string => (removed ? `${label} (removed)` : label);

function choiceRows(groups: readonly FiguresOf<'choices'>[]): BarRow[] {
  const counts = groups.map(({ choices }) => new Map(choices.map(({ value, count }) => [value, count])));
  return allChoices(groups.map(({ choices }) => choices)).map((choice) => ({
    label: labelOf(choice),
    counted: { value: choice.value },
    values: counts.map((of) => of.get(choice.value) ?? 0),
  }));
}

function rankingRows(groups: readonly FiguresOf<'ranking'>[]): BarRow[] {
  const of = groups.map(({ choices }) => new Map(choices.map((choice) => [choice.value, choice])));
  const mean = (value: string) => of[0]?.get(value)?.mean_place ?? Infinity;
  return [...allChoices(groups.map(({ choices }) => choices))]
    .sort((a, b) => mean(a.value) - mean(b.value) || 0)
    .map((choice) => ({
      label: labelOf(choice),
      counted: { value: choice.value },
      values: of.map((group) => group.get(choice.value)?.first ?? 0),
      notes: of.map((group) => {
        const place = group.get(choice.value)?.mean_place ?? null;
        return place === null ? 'no place' : `mean place ${numberText(Number(place.toFixed(2)))}`;
      }),
    }));
}

function wordRows(groups: readonly FiguresOf<'words'>[]): BarRow[] {
  const counts = groups.map(({ words }) => new Map(words.map(({ word, count }) => [word, count])));
  const words = new Set(groups.flatMap((group) => group.words.map(({ word }) => word)));
  const rows = [...words].map((label) => ({
    label,
    counted: { value: label },
    values: counts.map((of) => of.get(label) ?? 0),
  }));
  const most = ({ values }: BarRow) => Math.max(...values);
  return rows.sort((a, b) => most(b) - most(a));
}

interface Stepped {
  readonly steps: readonly { readonly value: number; readonly count: number }[];
}

function stepRows(groups: readonly Stepped[]): BarRow[] {
  const counts = groups.map(({ steps }) => new Map(steps.map(({ value, count }) => [value, count])));
  const values = [...new Set(groups.flatMap(({ steps }) => steps.map(({ value }) => value)))].sort(
    (a, b) => a - b,
  );
  return values.map((value) => ({
    label: String(value),
    counted: { value: String(value) },
    values: counts.map((of) => of.get(value) ?? 0),
  }));
}

function scaleCharts(groups: readonly FiguresOf<'scale'>[], totals: readonly number[]): QuestionCharts {
  const rows = stepRows(groups);
  return {
    facts: summaryFacts(
      groups.map(({ summary }) => summary),
      (value) => numberText(Number(value.toFixed(2))),
    ),
    charts: [
      { name: null, chart: rows.length > maxSteps ? { type: 'columns', columns: rows } : bars(rows, totals) },
    ],
  };
}

function npsCharts(groups: readonly FiguresOf<'nps'>[], totals: readonly number[]): QuestionCharts {
  const rows = [
    ['Detractors (0 to 6)', 'detractors', '0..6'],
    ['Passives (7 and 8)', 'passives', '7..8'],
    ['Promoters (9 and 10)', 'promoters', '9..10'],
  ] as const;
  return {
    facts: [
      {
        label: 'NPS',
        values: groups.map(({ score }) => (score === null ? '–' : String(Math.round(score)))),
      },
    ],
    charts: [
      {
        name: 'Groups',
        chart: bars(
          rows.map(([label, name, value]) => ({
            label,
            counted: { value },
            values: groups.map((group) => group[name]),
          })),
          totals,
        ),
      },
      { name: 'Answers', chart: bars(stepRows(groups), totals) },
    ],
  };
}

const heatMaps = (groups: readonly FiguresOf<'matrix'>[], names: readonly string[]): NamedChart[] =>
  groups.map(({ columns, rows }, index) => ({
    name: groups.length > 1 ? (names[index] ?? null) : null,
    chart: {
      type: 'heat',
      group: index,
      columns: columns.map((column) => ({ label: labelOf(column), value: column.value })),
      rows: rows.map((row) => ({
        label: labelOf(row),
        value: row.value,
        total: row.count,
        values: row.chosen,
      })),
    },
  }));

function fileCharts(groups: readonly FiguresOf<'files'>[]): QuestionCharts {
  const counts = groups.map(({ types }) => new Map(types.map(({ type, count }) => [type, count])));
  const types = [...new Set(groups.flatMap((group) => group.types.map(({ type }) => type)))];
  const totals = groups.map(({ files }) => files);
  return {
    facts: [
      { label: 'Files', values: totals.map(String) },
      { label: 'Size', values: groups.map(({ bytes }) => bytesInWords(bytes)) },
    ],
    charts: barsOnly(
      types.map((label) => ({
        label,
        counted: { value: label },
        values: counts.map((of) => of.get(label) ?? 0),
      })),
      totals,
      Infinity,
    ).charts,
  };
}

/** How many answered, in words. */
export const answeredText = ({ asked, answered }: Pick<QuestionFigures, 'asked' | 'answered'>): string =>
  `${answered} of ${asked} answered (${shareText(answered, asked)}), ${asked - answered} without an answer`;
