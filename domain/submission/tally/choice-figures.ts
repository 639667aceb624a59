import type { TableChoice, TableQuestion } from '../table/table-questions.ts';
import { groups } from './count-answer.ts';
import type { FiguresOf, RankedChoice, ShownChoice } from './figures.ts';
import type { Tally } from './tally.ts';

export const yesNo: readonly TableChoice[] = [
  { value: 'true', label: 'Yes', isRemoved: false },
  { value: 'false', label: 'No', isRemoved: false },
];

const shown = ({ value, label, isRemoved: removed }: TableChoice): ShownChoice => ({ value, label, removed });

/** The choices of a question, and after them the values that were given and are of no known choice. */
function withUnknown(known: readonly TableChoice[], given: Iterable<string>): ShownChoice[] {
  const values = new Set(known.map(({ value }) => value));
  const others = [...given].filter((value) => !values.has(value));
  return [...known.map(shown), ...others.map((value) => ({ value, label: value, removed: true }))];
}

/** @param withOthers whether values of no known choice are shown too */
export function choiceFigures(
  { counts }: Tally,
  choices: readonly TableChoice[],
  withOthers = true,
): FiguresOf<'choices'> {
  const given = counts.get(groups.choices) ?? new Map<string, number>();
  const all = withUnknown(choices, withOthers ? given.keys() : []);
  return {
    type: 'choices',
    choices: all.map((choice) => ({ ...choice, count: given.get(choice.value) ?? 0 })),
  };
}

export function rankingFigures({ counts }: Tally, options: readonly TableChoice[]): FiguresOf<'ranking'> {
  const prefix = groups.placesOf('');
  const given = [...counts.keys()].filter((group) => group.startsWith(prefix));
  const all = withUnknown(
    options,
    given.map((group) => group.slice(prefix.length)),
  );
  const ranked = (choice: ShownChoice): RankedChoice => {
    let [count, sum] = [0, 0];
    for (const [place, times] of counts.get(groups.placesOf(choice.value)) ?? []) {
      count += times;
      sum += Number(place) * times;
    }
    const first = counts.get(groups.placesOf(choice.value))?.get('1') ?? 0;
    return { ...choice, count, mean_place: count === 0 ? null : sum / count, first };
  };
  return { type: 'ranking', choices: all.map(ranked) };
}

export function matrixFigures(
  { counts }: Tally,
  { options, rows }: Pick<TableQuestion, 'options' | 'rows'>,
): FiguresOf<'matrix'> {
  const given = counts.get(groups.rows) ?? new Map<string, number>();
  const chosenIn = (row: string) => counts.get(groups.columnsOf(row)) ?? new Map<string, number>();
  const columns = withUnknown(
    options,
    new Set([...given.keys()].flatMap((row) => [...chosenIn(row).keys()])),
  );
  return {
    type: 'matrix',
    columns,
    rows: withUnknown(rows, given.keys()).map((row) => ({
      ...row,
      count: given.get(row.value) ?? 0,
      chosen: columns.map(({ value }) => chosenIn(row.value).get(value) ?? 0),
    })),
  };
}
