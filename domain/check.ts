import type { Problem } from './errors.ts';
import type { PatternMatch } from './form/pattern.ts';
import type { Wording, wording } from './wording.ts';

/** A fault in a value. `at` is the JSON pointer of the faulty part within the value. */
export interface Fault {
  readonly code: Problem['code'];
  readonly message: string;
  readonly at?: string;
  readonly [wording]?: Wording | undefined;
}

/** Returns every fault of a value; an empty list for a valid one. `matches` matches texts against the patterns of fields. */
export type Check = (value: unknown, matches?: PatternMatch) => readonly Fault[];

export const noFaults: readonly Fault[] = [];

export const faulty = (code: Problem['code'], message: string, at?: string): readonly Fault[] => [
  at === undefined ? { code, message } : { code, message, at },
];

/** Prefixes the faults' pointers with the member `name` of a surrounding value. */
export const inside = (name: string | number, faults: readonly Fault[]): readonly Fault[] =>
  faults.length === 0
    ? noFaults
    : faults.map((fault) => ({ ...fault, at: pointer(name) + (fault.at ?? '') }));

/** Returns one step of a JSON pointer (RFC 6901). */
export const pointer = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A number with its noun: `1 character`, `2 characters`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
