/**
 * The versions of the real server that can be played. Each stands for those that behave as it does: 24.10 for
 * 24.10.0 to 24.10.4, 25.0 for 25.0.0.
 */
export const behaviours = ['23.10', '24.10', '25.0'] as const;
export type Behaviour = (typeof behaviours)[number];
export const newestBehaviour: Behaviour = '25.0';

/** What differs from version to version. */
export interface Traits {
  /** As `GetSupportedMethods` answers. */
  readonly version: string;
  /** Whether metadata and the type's name count towards the limit of an append, or only its data. */
  readonly countsWholeEvents: boolean;
  /** How many events a live subscription may be given at once. */
  readonly liveEvents: number;
  /** Whether a subscription that is given more than that reads them from the log; one of 23.10 ends. */
  readonly catchesUpAgain: boolean;
  /** Whether "before the first event", twice -1, is sent as a checkpoint, which makes it twice 2^64 - 1. */
  readonly sendsPlaceBeforeAll: boolean;
  /** Whether the start of a catch-up's last page is a checkpoint, even where nothing was searched after it. */
  readonly sendsStartOfLastPage: boolean;
}

export const traitsOf: Readonly<Record<Behaviour, Traits>> = {
  '23.10': {
    version: '23.10.6.0',
    countsWholeEvents: false,
    // Its channel holds 32, and is emptied while it is filled: measured.
    liveEvents: 430,
    catchesUpAgain: false,
    sendsPlaceBeforeAll: false,
    sendsStartOfLastPage: false,
  },
  '24.10': {
    version: '24.10.4.0',
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: true,
    sendsStartOfLastPage: false,
  },
  '25.0': {
    version: '25.0.0.0',
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: false,
    sendsStartOfLastPage: true,
  },
};
