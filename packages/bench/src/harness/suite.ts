import type { Context } from './context.ts';

/** What a row came to. `ratio` is what its target is about: usually `value / baseline`. */
export interface Measurement {
  readonly value: number;
  readonly baseline: number;
  readonly ratio: number;
  /** Of `value` and `baseline`. */
  readonly unit: string;
}

/** A bound on a ratio. */
export interface Target {
  readonly text: string;
  met(ratio: number): boolean;
}

export const atLeast = (bound: number): Target => ({ text: `≥ ${bound}`, met: (ratio) => ratio >= bound });
export const atMost = (bound: number): Target => ({ text: `≤ ${bound}`, met: (ratio) => ratio <= bound });

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly target: Target;
  run(context: Context): Promise<Measurement>;
}

export interface Suite {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The measurement of two figures whose quotient is what counts. */
export const measured = (value: number, baseline: number, unit: string): Measurement => ({
  value,
  baseline,
  ratio: value / baseline,
  unit,
});
