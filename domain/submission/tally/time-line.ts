/** The units of a time line, each made of whole units of the one before. */
export const timeUnits = ['day', 'month', 'year', 'decade'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** The dates of one unit, such as `2026-11-28`, `2026-11`, `2026`, or `2020` for a decade. */
export interface TimeBin {
  readonly from: string;
  readonly count: number;
}

export interface TimeLine {
  readonly unit: TimeUnit;
  /** From the first to the last date, also the empty units between. */
  readonly bins: readonly TimeBin[];
}

const unitOf = (day: string, unit: TimeUnit): string => {
  switch (unit) {
    case 'day':
      return day;
    case 'month':
      return day.slice(0, 7);
    case 'year':
      return day.slice(0, 4);
    case 'decade':
      return `${day.slice(0, 3)}0`;
    default:
      return unit satisfies never;
  }
};

const dayMs = 86_400_000;
const pad = (number: number): string => String(number).padStart(4, '0');

function nextOf(from: string, unit: TimeUnit): string {
  const [year = 0, month = 1] = from.split('-').map(Number);
  switch (unit) {
    case 'day':
      return new Date(Date.parse(`${from}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
    case 'month':
      return month === 12 ? `${pad(year + 1)}-01` : `${pad(year)}-${String(month + 1).padStart(2, '0')}`;
    case 'year':
      return pad(year + 1);
    case 'decade':
      return pad(year + 10);
    default:
      return unit satisfies never;
  }
}

/** The units from one to another, both included; where there are more than `max`, some of them. */
function unitsBetween(first: string, last: string, unit: TimeUnit, max: number): readonly string[] {
  const units = [first];
  for (let at = nextOf(first, unit); at <= last && units.length <= max; at = nextOf(at, unit)) units.push(at);
  return units;
}

interface LineOptions {
  /** The smallest unit that is tried; days by default. */
  readonly smallest?: TimeUnit;
  /** Dates that the line spans as well, though none of them was given. */
  readonly among?: readonly string[];
}

/**
 * Returns the time line of dates, in the smallest unit that needs at most so many bins; null for no dates.
 * @param dates how often each date was given; dates of a unit that is not smaller than the smallest
 */
export function timeLineOf(
  dates: ReadonlyMap<string, number>,
  maxBins: number,
  { smallest = 'day', among = [] }: LineOptions = {},
): TimeLine | null {
  const all = [...dates.keys(), ...among].sort();
  const [first, last] = [all.at(0), all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const tried = timeUnits.slice(timeUnits.indexOf(smallest));
  for (const unit of tried) {
    const max = unit === 'decade' ? Infinity : maxBins;
    const units = unitsBetween(unitOf(first, unit), unitOf(last, unit), unit, max);
    if (units.length > max) continue;
    const counts = new Map(units.map((from) => [from, 0]));
    for (const [date, count] of dates) {
      const from = unitOf(date, unit);
      counts.set(from, (counts.get(from) ?? 0) + count);
    }
    return { unit, bins: [...counts].map(([from, count]) => ({ from, count })) };
  }
  return null;
}

/** Returns the same dates in a unit that several time lines share: each has all bins. */
export function alignedTimeLines(lines: readonly TimeLine[], maxBins: number): readonly TimeLine[] {
  const among = lines.flatMap(({ bins }) => bins.map(({ from }) => from));
  const smallest = timeUnits[Math.max(0, ...lines.map(({ unit }) => timeUnits.indexOf(unit)))] ?? 'day';
  return lines.map((line) => {
    const dates = new Map(line.bins.map(({ from, count }) => [from, count]));
    return timeLineOf(dates, maxBins, { smallest, among }) ?? line;
  });
}
