import type { FieldKind } from '../../form/field.ts';
import type { Histogram } from './histogram.ts';
import type { GivenText } from './tally.ts';
import type { TimeLine } from './time-line.ts';

/** A choice of a question as people saw it. */
export interface ShownChoice {
  readonly value: string;
  readonly label: string;
  /** Whether the present form does not offer it. */
  readonly removed: boolean;
}

export interface CountedChoice extends ShownChoice {
  readonly count: number;
}

/** What some numbers are like. */
export interface Summary {
  readonly count: number;
  readonly least: number;
  readonly mean: number;
  readonly median: number;
  readonly most: number;
}

/** How often each number of a short scale was given. */
export interface Step {
  readonly value: number;
  readonly count: number;
}

export interface RankedChoice extends CountedChoice {
  /** The mean of its places, from 1; null if it has none. */
  readonly mean_place: number | null;
  /** How often it had the first place. */
  readonly first: number;
}

export interface MatrixRow extends CountedChoice {
  /** How often each column was chosen, in the order of the columns. */
  readonly chosen: readonly number[];
}

/** What is shown of the answers to a question, by its kind. */
export type Figures =
  | { readonly type: 'choices'; readonly choices: readonly CountedChoice[] }
  | { readonly type: 'scale'; readonly steps: readonly Step[]; readonly summary: Summary | null }
  | {
      readonly type: 'nps';
      readonly steps: readonly Step[];
      /** The share of promoters less that of detractors, from -100 to 100; null without answers. */
      readonly score: number | null;
      readonly detractors: number;
      readonly passives: number;
      readonly promoters: number;
    }
  | {
      readonly type: 'numbers';
      /** One for each currency, in its minor unit; otherwise one without currency. */
      readonly units: readonly (Summary & Histogram & { readonly currency: string | null })[];
    }
  | {
      readonly type: 'dates';
      readonly first: string | null;
      readonly last: string | null;
      readonly line: TimeLine | null;
    }
  | { readonly type: 'hours'; readonly hours: readonly { readonly hour: number; readonly count: number }[] }
  | { readonly type: 'ranking'; readonly choices: readonly RankedChoice[] }
  | {
      readonly type: 'matrix';
      readonly columns: readonly ShownChoice[];
      readonly rows: readonly MatrixRow[];
    }
  | {
      readonly type: 'words';
      /** The words that most answers have, and how many answers have them. */
      readonly words: readonly { readonly word: string; readonly count: number }[];
      readonly latest: readonly GivenText[];
    }
  | {
      readonly type: 'files';
      readonly files: number;
      readonly bytes: number;
      readonly types: readonly { readonly type: string; readonly count: number }[];
    }
  | { readonly type: 'answered' };

export type FiguresOf<T extends Figures['type']> = Extract<Figures, { readonly type: T }>;

/** A question with what was answered. */
export interface QuestionFigures {
  readonly field_id: string;
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Whether the present form does not ask it. */
  readonly removed: boolean;
  /** The submissions to versions of the form that have the question, and those of them that answer it. */
  readonly asked: number;
  readonly answered: number;
  /** Whether there were too many different words or values to count all of them. */
  readonly capped: boolean;
  readonly figures: Figures;
}
