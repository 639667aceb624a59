/**
 * The versions of the real server that can be played. Each stands for those that behave as it does: 24.10 for
 * 24.10.0 to 24.10.14, 25.0 for 25.0.0, 26.1 for 25.1 to 26.1.0.
 */
export const behaviours = ['23.10', '24.10', '25.0', '26.1'] as const;
export type Behaviour = (typeof behaviours)[number];
export const newestBehaviour: Behaviour = '26.1';

/** What differs from version to version. */
export interface Traits {
  /** As `GetSupportedMethods` answers. */
  readonly version: string;
  /** The most that one append may carry by default, in bytes. */
  readonly maxAppendSize: number;
  /** Whether metadata and the type's name count towards the limit of an append, or only its data. */
  readonly countsWholeEvents: boolean;
  /** How many events a live subscription may be given at once. */
  readonly liveEvents: number;
  /** Whether a subscription that is given more than that reads them from the log; one of 23.10 ends. */
  readonly catchesUpAgain: boolean;
  /** Whether "before the first event", twice -1, is sent as a checkpoint, which makes it twice 2^64 - 1. */
  readonly sendsPlaceBeforeAll: boolean;
  /**
   * The checkpoint of a catch-up that ends beyond the last event found: none, the start of the log where nothing was found,
   * or the start of the last page, even where nothing was searched after it.
   */
  readonly endOfCatchUp: 'none' | 'start of log' | 'start of last page';
}

const mebibyte = 1024 * 1024;

export const traitsOf: Readonly<Record<Behaviour, Traits>> = {
  '23.10': {
    version: '23.10.6.0',
    maxAppendSize: mebibyte,
    countsWholeEvents: false,
    // Its channel holds 32, and is emptied while it is filled: measured.
    liveEvents: 430,
    catchesUpAgain: false,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'none',
  },
  '24.10': {
    version: '24.10.4.0',
    maxAppendSize: mebibyte,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: true,
    endOfCatchUp: 'none',
  },
  '25.0': {
    version: '25.0.0.0',
    maxAppendSize: mebibyte,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'start of last page',
  },
  '26.1': {
    version: '26.1.0.0',
    maxAppendSize: 256 * mebibyte,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'start of log',
  },
};
