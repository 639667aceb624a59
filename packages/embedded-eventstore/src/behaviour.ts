/**
 * The versions of the real server whose behaviour can be chosen. Each covers the releases that behave alike: 24.10 those
 * from 24.10.0 to 24.10.14, 25.0 only 25.0.0, 26.1 those from 25.1 to 26.1.0.
 */
export const behaviours = ['23.10', '24.10', '25.0', '26.1'] as const;
export type Behaviour = (typeof behaviours)[number];
export const newestBehaviour: Behaviour = '26.1';

/** The differences between the versions. */
export interface Traits {
  /** The answer of `GetSupportedMethods`. */
  readonly version: string;
  /** The default limit of an append, in bytes. */
  readonly maxAppendSize: number;
  /** The default limit of each event of an append, in bytes; null where it has none. */
  readonly maxAppendEventSize: number | null;
  /** Whether metadata and the type's name count towards the limit of an append, or only its data. */
  readonly countsWholeEvents: boolean;
  /** The events that a live subscription holds at once. */
  readonly liveEvents: number;
  /** Whether a subscription reads more events than that from the log; in 23.10 it ends. */
  readonly catchesUpAgain: boolean;
  /** Whether "before the first event", twice -1, is sent as a checkpoint, which makes it twice 2^64 - 1. */
  readonly sendsPlaceBeforeAll: boolean;
  /**
   * The checkpoint of a catch-up that ends behind the last match: none, the start of the log if there was no match, or the
   * start of the last page, even of an empty one.
   */
  readonly endOfCatchUp: 'none' | 'start of log' | 'start of last page';
}

const mebibyte = 1024 * 1024;

export const traitsOf: Readonly<Record<Behaviour, Traits>> = {
  '23.10': {
    version: '23.10.6.0',
    maxAppendSize: mebibyte,
    maxAppendEventSize: null,
    countsWholeEvents: false,
    // Measured: its channel of 32 is emptied while it is filled.
    liveEvents: 430,
    catchesUpAgain: false,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'none',
  },
  '24.10': {
    version: '24.10.4.0',
    maxAppendSize: mebibyte,
    maxAppendEventSize: null,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: true,
    endOfCatchUp: 'none',
  },
  '25.0': {
    version: '25.0.0.0',
    maxAppendSize: mebibyte,
    maxAppendEventSize: null,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'start of last page',
  },
  '26.1': {
    version: '26.1.0.0',
    maxAppendSize: 256 * mebibyte,
    maxAppendEventSize: 16 * mebibyte,
    countsWholeEvents: true,
    liveEvents: 32,
    catchesUpAgain: true,
    sendsPlaceBeforeAll: false,
    endOfCatchUp: 'start of log',
  },
};
