// Encoded here because the client library costs a third more of the main thread where accounts are new: docs/benchmarks/hooks.md
import { delimited, text, varint } from './protobuf.ts';

/** The field numbers of `ReadReq` in EventStoreDB's streams.proto. */
const options = { stream: 1, direction: 3, count: 5, noFilter: 8, uuid: 9 } as const;
const streamOptions = { identifier: 1, revision: 2, start: 3, end: 4 } as const;
const streamName = 3;
const uuidAsText = 2;
const backwards = 1;

/** Consecutive events of one stream. */
export interface StreamRange {
  readonly stream: string;
  readonly direction: 'forwards' | 'backwards';
  /** The first revision; by default the stream's first, or for backwards its last. */
  readonly from?: number | undefined;
  /** The largest number of events. */
  readonly count: number;
}

/** Encodes a `ReadReq` for events of a stream. */
export const streamRequest = ({ stream, direction, from, count }: StreamRange): Buffer =>
  delimited(
    1,
    delimited(
      options.stream,
      delimited(streamOptions.identifier, text(streamName, stream)),
      from === undefined ? edge(direction) : varint(streamOptions.revision, from),
    ),
    ...(direction === 'backwards' ? [varint(options.direction, backwards)] : []),
    varint(options.count, count),
    delimited(options.noFilter),
    delimited(options.uuid, delimited(uuidAsText)),
  );

const edge = (direction: StreamRange['direction']): Buffer =>
  delimited(direction === 'backwards' ? streamOptions.end : streamOptions.start);
