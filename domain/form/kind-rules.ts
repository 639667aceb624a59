import type { FieldKind, FieldValidation } from './field.ts';
import { longestTextOf } from './pattern.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** The longest part of a name or an address, in characters. */
export const maxPartLength = 500;

/** The settings that a kind of field accepts beyond a label. */
export interface KindRules {
  /** The longest text in characters, for a kind with a configurable length. */
  readonly maxLength?: number;
  /** For a kind with a configurable range: the default range, and the widest that a field may set. */
  readonly range?: { readonly byDefault: Range; readonly widest: Range };
  readonly options?: true;
  readonly rows?: true;
  /** The highest number of choices without `max_selections`, for a kind with a configurable number. */
  readonly maxSelections?: number;
  readonly files?: true;
  /** Whether a field may name the currency of its answers. */
  readonly currency?: true;
  /** Whether the least and the highest step may have words. */
  readonly endLabels?: true;
}

const anyNumber: Range = { min: -Infinity, max: Infinity, integer: false };
const anyAmount: Range = { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true };
/** Each step of these is shown to the respondent. */
const steps = (min: number, max: number) => ({
  byDefault: { min, max, integer: true },
  widest: { min: -100, max: 100, integer: true },
});

export const kindRules: Readonly<Record<FieldKind, KindRules>> = {
  short_text: { maxLength: 2_000 },
  long_text: { maxLength: 100_000 },
  email: { maxLength: 254 },
  phone: { maxLength: 40 },
  url: { maxLength: 2_048 },
  number: { range: { byDefault: anyNumber, widest: anyNumber } },
  rating: { range: steps(1, 5), endLabels: true },
  scale: { range: steps(0, 10), endLabels: true },
  nps: { endLabels: true },
  yes_no: {},
  consent: {},
  single_choice: { options: true },
  dropdown: { options: true },
  multiple_choice: { options: true, maxSelections: Infinity },
  ranking: { options: true, maxSelections: Infinity },
  date: {},
  time: {},
  datetime: {},
  address: {},
  full_name: {},
  matrix: { options: true, rows: true, maxSelections: 1 },
  payment: { range: { byDefault: anyAmount, widest: anyAmount }, currency: true },
  file: { files: true },
  hidden: { maxLength: 2_000 },
  statement: {},
};

/** Returns the permitted lengths of a text of this kind, in characters. A pattern lowers the limit. */
export function lengthsOf(kind: FieldKind, validation: FieldValidation = {}) {
  const { maxLength = 0 } = kindRules[kind];
  const { pattern, min_length: min = 0 } = validation;
  const longest = pattern === undefined ? maxLength : Math.min(maxLength, longestTextOf(pattern));
  return { min, max: Math.min(validation.max_length ?? longest, longest), longest };
}

/** Returns the permitted numbers of a field of this kind, both ends included. */
export function rangeOf(kind: FieldKind, validation: FieldValidation = {}): Range {
  const { min, max, integer } = kindRules[kind].range?.byDefault ?? anyNumber;
  return { min: validation.min ?? min, max: validation.max ?? max, integer };
}

/** Returns the permitted number of choices: of the whole field, and of each row of a matrix. */
export function selectionsOf(kind: FieldKind, validation: FieldValidation = {}) {
  const { maxSelections = 1 } = kindRules[kind];
  return { min: validation.min_selections ?? 0, max: validation.max_selections ?? maxSelections };
}
