import type { Range } from '../../form/kind-rules.ts';
import { groups, units } from './count-answer.ts';
import type { FiguresOf, Step, Summary } from './figures.ts';
import { histogramOf } from './histogram.ts';
import type { Tally } from './tally.ts';

/** The most bins of a histogram, and the most steps of a scale. */
const [maxBins, maxSteps] = [60, 201];

/** Returns what sorted numbers are like; null for none. The numbers are added in their order, so that the mean is always the same. */
function summaryOf(sorted: Float64Array): Summary | null {
  const [least, most] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const count = sorted.length;
  const middle = Math.floor(count / 2);
  const upper = sorted[middle] ?? least;
  const lower = sorted[middle - 1] ?? least;
  const median = count % 2 === 1 ? upper : lower / 2 + upper / 2;
  return { count, least, mean: meanOf(sorted), median, most };
}

function meanOf(sorted: Float64Array): number {
  const sum = sorted.reduce((total, value) => total + value, 0);
  // The sum of the largest numbers is beyond what numbers can express.
  return Number.isFinite(sum)
    ? sum / sorted.length
    : sorted.reduce((total, value) => total + value / sorted.length, 0);
}

export function numberFigures({ numbers }: Tally): FiguresOf<'numbers'> {
  const all = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    type: 'numbers',
    units: all.flatMap(([unit, given]) => {
      const sorted = given.sorted();
      const [summary, histogram] = [summaryOf(sorted), histogramOf(sorted, maxBins)];
      const currency = unit === units.none ? null : unit;
      return summary && histogram ? [{ currency, ...summary, ...histogram }] : [];
    }),
  };
}

/** How often each step was given, from the first to the last; steps that the form no longer has, too. */
function stepsOf({ counts }: Tally, first: number, last: number): readonly Step[] {
  const given = new Map<number, number>();
  for (const [value, times] of counts.get(groups.choices) ?? [])
    if (Number.isFinite(Number(value))) given.set(Number(value), times);
  const between = Array.from({ length: Math.min(last - first + 1, maxSteps) }, (_, offset) => first + offset);
  const all = new Set([...between, ...given.keys()]);
  return [...all].sort((a, b) => a - b).map((value) => ({ value, count: given.get(value) ?? 0 }));
}

export function scaleFigures(tally: Tally, { min, max }: Range): FiguresOf<'scale'> {
  const steps = stepsOf(tally, min, max);
  return { type: 'scale', steps, summary: summaryOfSteps(steps) };
}

function summaryOfSteps(steps: readonly Step[]): Summary | null {
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  const given = steps.filter((step) => step.count > 0);
  const [least, most] = [given.at(0), given.at(-1)];
  if (!least || !most) return null;
  const sum = given.reduce((total, step) => total + step.value * step.count, 0);
  const at = (place: number): number => {
    let passed = 0;
    return given.find((step) => (passed += step.count) > place)?.value ?? most.value;
  };
  const median = (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
  return { count, least: least.value, mean: sum / count, median, most: most.value };
}

export function npsFigures(tally: Tally): FiguresOf<'nps'> {
  const steps = stepsOf(tally, 0, 10);
  const between = (from: number, to: number): number =>
    steps
      .filter(({ value }) => value >= from && value <= to)
      .reduce((sum, { count: times }) => sum + times, 0);
  const [detractors, passives, promoters] = [between(-Infinity, 6), between(7, 8), between(9, Infinity)];
  const all = detractors + passives + promoters;
  const score = all === 0 ? null : ((promoters - detractors) / all) * 100;
  return { type: 'nps', steps, score, detractors, passives, promoters };
}
