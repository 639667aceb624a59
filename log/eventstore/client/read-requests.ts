import {
  ReadReq,
  type ReadReq_Options,
  ReadReq_Options_ReadDirection as Direction,
} from './generated/streams.ts';
import { encoded } from './message-class.ts';

/** A position in the event store's form: an event of a transaction has a position before its commit. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Consecutive events, oldest or newest first. */
interface Part<From> {
  readonly direction: 'forwards' | 'backwards';
  /** The first event; by default the oldest, or for backwards the newest. */
  readonly from?: From | undefined;
  /** The largest number of events. */
  readonly count: number;
}

export interface StreamPart extends Part<number> {
  readonly stream: string;
  /** Whether the event to which a link points is read in place of the link. */
  readonly resolveLinks?: boolean;
}

const nothing = {};
const start = { $case: 'start', value: nothing } as const;
const noFilter = { $case: 'noFilter', value: nothing } as const;

const requestOf = (options: Omit<ReadReq_Options, 'uuidOption'>): Buffer =>
  encoded(ReadReq, {
    options: { ...options, uuidOption: { content: { $case: 'string', value: nothing } } },
  });

const edge = (direction: Part<unknown>['direction']) =>
  ({ $case: direction === 'backwards' ? 'end' : 'start', value: nothing }) as const;

const directionOf = ({ direction }: Pick<Part<unknown>, 'direction'>): Direction =>
  direction === 'backwards' ? Direction.Backwards : Direction.Forwards;

const positionOf = ({ commit, prepare }: Position) =>
  ({ $case: 'position', value: { commitPosition: commit, preparePosition: prepare } }) as const;

/** Encodes a `ReadReq` for events of a stream. */
export const readStream = ({ stream, from, count, resolveLinks = false, direction }: StreamPart): Buffer =>
  requestOf({
    streamOption: {
      $case: 'stream',
      value: {
        streamIdentifier: { streamName: Buffer.from(stream) },
        revisionOption: from === undefined ? edge(direction) : { $case: 'revision', value: BigInt(from) },
      },
    },
    readDirection: directionOf({ direction }),
    resolveLinks,
    countOption: { $case: 'count', value: BigInt(count) },
    filterOption: noFilter,
  });

/** Encodes a `ReadReq` for events of the whole log; forwards, the event at the position is the first. */
export const readAll = ({ direction, from, count }: Part<Position>): Buffer =>
  requestOf({
    streamOption: { $case: 'all', value: { allOption: from ? positionOf(from) : edge(direction) } },
    readDirection: directionOf({ direction }),
    resolveLinks: false,
    countOption: { $case: 'count', value: BigInt(count) },
    filterOption: noFilter,
  });

/**
 * The number of non-matching events after which a position is sent instead of an event: a wide window keeps
 * the server's reads large.
 */
const searchWindow = 1_000;

/**
 * Encodes a `ReadReq` that subscribes to the log after a position; null for the start.
 * @param prefixes restricts the subscription to streams whose names begin with one of them
 */
export const subscribeTo = (after: Position | null, prefixes?: readonly string[]): Buffer =>
  requestOf({
    streamOption: { $case: 'all', value: { allOption: after === null ? start : positionOf(after) } },
    readDirection: Direction.Forwards,
    resolveLinks: false,
    countOption: { $case: 'subscription', value: nothing },
    filterOption: prefixes
      ? {
          $case: 'filter',
          value: {
            filter: { $case: 'streamIdentifier', value: { regex: '', prefix: [...prefixes] } },
            window: { $case: 'max', value: searchWindow },
            checkpointIntervalMultiplier: 1,
          },
        }
      : noFilter,
  });
