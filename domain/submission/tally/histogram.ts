/** Numbers from `from` (included) to `to` (excluded). */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How often numbers fell into bins of one width. */
export interface Histogram {
  /** The width of each bin: 1 or 5 times a power of ten. Each bin begins at a multiple of it. */
  readonly step: number;
  /** From the least to the greatest number, also the empty bins between. */
  readonly bins: readonly Bin[];
}

/** The steps are such that the bins of a step fit into those of the next. */
const factors = [1, 5] as const;

const stepAt = (rank: number): number =>
  Number(`${factors[((rank % 2) + 2) % 2] ?? 1}e${Math.floor(rank / 2)}`);

/** The least and the greatest step that numbers of this type allow. */
const [lowestRank, highestRank] = [-616, 616];

/** The beginning of a bin. Products of fractions are off by some digits beyond those that count. */
const edge = (step: number, index: number): number => Number((step * index).toPrecision(15));

function indexIn(step: number, value: number): number {
  const index = Math.floor(value / step);
  if (edge(step, index + 1) <= value) return index + 1;
  return edge(step, index) > value ? index - 1 : index;
}

const binsBetween = (step: number, least: number, most: number): number =>
  indexIn(step, most) - indexIn(step, least) + 1;

/** The first step by which some numbers need no more than so many bins. Whole numbers have no smaller step than 1. */
function rankFor(least: number, most: number, isWhole: boolean, maxBins: number): number {
  const width = Math.max(most / maxBins - least / maxBins, 0);
  const first = width === 0 ? 0 : 2 * Math.floor(Math.log10(width)) - 1;
  // A step that is much smaller than the numbers would not change their digits.
  const smallest = Math.max(Math.abs(least), Math.abs(most)) * 1e-12;
  let rank = Math.max(isWhole ? 0 : lowestRank, Math.min(first, highestRank));
  const fits = () => stepAt(rank) >= smallest && binsBetween(stepAt(rank), least, most) <= maxBins;
  while (rank < highestRank && !fits()) rank++;
  return rank;
}

/** Returns the histogram of numbers that are sorted, the least first, in at most so many bins; null for none. */
export function histogramOf(sorted: Float64Array, maxBins: number): Histogram | null {
  const [least, most] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const step = stepAt(rankFor(least, most, sorted.every(Number.isInteger), maxBins));
  // The numbers are in order, so that no number looks for its bin.
  const counts = new Map<number, number>();
  let index = indexIn(step, least);
  let [end, count] = [edge(step, index + 1), 0];
  for (const value of sorted) {
    while (value >= end) {
      counts.set(index, count);
      index++;
      [end, count] = [edge(step, index + 1), 0];
    }
    count++;
  }
  counts.set(index, count);
  return { step, bins: binsOf(step, counts) };
}

function binsOf(step: number, counts: ReadonlyMap<number, number>): Bin[] {
  const indexes = [...counts.keys()];
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  return Array.from({ length: last - first + 1 }, (_, offset) => ({
    from: edge(step, first + offset),
    to: edge(step, first + offset + 1),
    count: counts.get(first + offset) ?? 0,
  }));
}

/**
 * Returns the same numbers in bins that several histograms share, at most so many from the least to the greatest number of all:
 * each has all bins.
 */
export function alignedHistograms(histograms: readonly Histogram[], maxBins: number): readonly Histogram[] {
  const edges = histograms.flatMap(({ bins }) => bins.map(({ from }) => from));
  if (edges.length === 0) return histograms;
  const [least, most] = [Math.min(...edges), Math.max(...edges)];
  const widest = Math.max(...histograms.map(({ step }) => step));
  let rank = rankOf(widest);
  while (rank < highestRank && binsBetween(stepAt(rank), least, most) > maxBins) rank++;
  const step = stepAt(rank);
  const [first, last] = [indexIn(step, least), indexIn(step, most)];
  return histograms.map(({ bins }) => {
    const counts = new Map<number, number>([
      [first, 0],
      [last, 0],
    ]);
    for (const { from, count } of bins) {
      const index = indexIn(step, from);
      counts.set(index, (counts.get(index) ?? 0) + count);
    }
    return { step, bins: binsOf(step, counts) };
  });
}

function rankOf(step: number): number {
  let rank = 2 * Math.floor(Math.log10(step)) - 1;
  while (stepAt(rank) < step) rank++;
  return rank;
}
