import { median } from './statistics.ts';

/** One round of work, answering its figure: a rate or a time. */
type Round = (round: number) => Promise<number>;

export interface Sides {
  readonly value: Round;
  readonly baseline: Round;
}

const defaultRounds = 7;

/**
 * Measures both sides in turn, so that a noisy machine is noisy for both, after a round each that only warms up.
 * @returns the median of each side
 */
export async function alternate(
  { value, baseline }: Sides,
  rounds = defaultRounds,
): Promise<{ value: number; baseline: number }> {
  await value(0);
  await baseline(0);
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    values.push(await value(round));
    baselines.push(await baseline(round));
  }
  return { value: median(values), baseline: median(baselines) };
}

/** How many times a second something was done that was done `count` times by `work`. */
export async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (count * 1000) / (performance.now() - begun);
}

/** Runs `task` `count` times in `lanes` parallel lanes, with the number of its lane and of its turn in the lane. */
export async function inLanes(
  count: number,
  lanes: number,
  task: (lane: number, turn: number) => Promise<unknown>,
): Promise<void> {
  const turns = Math.ceil(count / lanes);
  const run = async (lane: number): Promise<void> => {
    for (let turn = 0; turn < turns && turn * lanes + lane < count; turn++) await task(lane, turn);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
}
