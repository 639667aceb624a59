import type { FieldKind, FieldValidation } from './field.ts';
import { maxPatternText } from './pattern.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** What a kind of field can be given beyond a label. */
export interface KindRules {
  /** The longest text, in characters, for a kind whose length can be set. */
  readonly maxLength?: number;
  /** For a kind whose range can be set: the one where the field sets none, and the widest that it can set. */
  readonly range?: { readonly usual: Range; readonly widest: Range };
  readonly options?: true;
  readonly rows?: true;
  /** The most choices where the field sets no `max_selections`, for a kind where their number can be set. */
  readonly maxSelections?: number;
}

const anyNumber: Range = { min: -Infinity, max: Infinity, integer: false };
const anyAmount: Range = { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true };
/** Each step of these is shown to whoever answers. */
const steps = (min: number, max: number) => ({
  usual: { min, max, integer: true },
  widest: { min: -100, max: 100, integer: true },
});

export const kindRules: Readonly<Record<FieldKind, KindRules>> = {
  short_text: { maxLength: 2_000 },
  long_text: { maxLength: 100_000 },
  email: { maxLength: 254 },
  phone: { maxLength: 40 },
  url: { maxLength: 2_048 },
  number: { range: { usual: anyNumber, widest: anyNumber } },
  rating: { range: steps(1, 5) },
  scale: { range: steps(0, 10) },
  nps: {},
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
  payment: { range: { usual: anyAmount, widest: anyAmount } },
  hidden: { maxLength: 2_000 },
  statement: {},
};

/** The lengths that a text of this kind may have, in characters. A pattern shortens what may be sent. */
export function lengthsOf(kind: FieldKind, validation: FieldValidation = {}) {
  const { maxLength = 0 } = kindRules[kind];
  const longest = validation.pattern === undefined ? maxLength : Math.min(maxLength, maxPatternText);
  const { min_length: min = 0, max_length: max = longest } = validation;
  return { min, max, longest };
}

/** The numbers that a field of this kind may be answered with, both ends included. */
export function rangeOf(kind: FieldKind, validation: FieldValidation = {}): Range {
  const { min, max, integer } = kindRules[kind].range?.usual ?? anyNumber;
  return { min: validation.min ?? min, max: validation.max ?? max, integer };
}

/** How many choices may be made: of the whole field, and of each row of a matrix. */
export function selectionsOf(kind: FieldKind, validation: FieldValidation = {}) {
  const { maxSelections = 1 } = kindRules[kind];
  return { min: validation.min_selections ?? 0, max: validation.max_selections ?? maxSelections };
}
