import type { Stored } from './recorded.ts';
import { delimited, readFields } from './wire.ts';

/** Numbers of the fields of `ReadReq` and `ReadResp`, as EventStoreDB's streams.proto has them. */
const options = { all: 2, subscription: 6, noFilter: 8, uuid: 9 } as const;
const allFromEnd = 3;
const uuidAsText = 2;
const response = { event: 1, caughtUp: 8 } as const;
const resolved = 1;
const recorded = {
  ...{ id: 1, stream: 2, revision: 3, commit: 5 },
  ...{ frames: 6, metadata: 7, data: 8 },
} as const;
const streamName = 3;
const frame = { key: 1, value: 2 } as const;

const nothing: Buffer = Buffer.alloc(0);

/** A `ReadReq` for everything that comes into the log from now on. */
export const whatComes = delimited(
  1,
  delimited(options.all, delimited(allFromEnd)),
  delimited(options.subscription),
  delimited(options.noFilter),
  delimited(options.uuid, delimited(uuidAsText)),
);

/** What a `ReadResp` tells, as far as the feed wants to know. */
export interface Tell {
  readonly event: Buffer | null;
  readonly isCaughtUp: boolean;
}

export function tellOf(message: Buffer): Tell {
  const tell: { event: Buffer | null; isCaughtUp: boolean } = { event: null, isCaughtUp: false };
  readFields(message, {
    bytes(field, value) {
      if (field === response.event) tell.event = within(value, resolved);
      if (field === response.caughtUp) tell.isCaughtUp = true;
    },
  });
  return tell;
}

/** An event, most of it yet to be read. */
export interface FeedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly id: Buffer;
  readonly frames: readonly Buffer[];
  readonly metadata: Buffer;
  readonly data: Buffer;
}

export function eventOf(message: Buffer): FeedEvent {
  const frames: Buffer[] = [];
  const parts = { stream: '', revision: 0n, position: 0n, id: nothing, metadata: nothing, data: nothing };
  readFields(message, {
    number(field, value) {
      if (field === recorded.revision) parts.revision = value;
      if (field === recorded.commit) parts.position = value;
    },
    bytes(field, value) {
      if (field === recorded.stream) parts.stream = within(value, streamName).toString();
      if (field === recorded.id) parts.id = value;
      if (field === recorded.frames) frames.push(value);
      if (field === recorded.metadata) parts.metadata = value;
      if (field === recorded.data) parts.data = value;
    },
  });
  return { ...parts, frames };
}

const ticksPerMs = 10_000n;

export function storedOf({ stream, revision, position, id, frames, metadata, data }: FeedEvent): Stored {
  const told = new Map(
    frames.map((one) => [within(one, frame.key).toString(), within(one, frame.value).toString()]),
  );
  return {
    id: within(id, uuidAsText).toString(),
    type: told.get('type') ?? '',
    created: new Date(Number(BigInt(told.get('created') ?? 0) / ticksPerMs)),
    ...{ streamId: stream, revision, position: { commit: position } },
    ...{ data: parse(data), metadata: parse(metadata) },
  };
}

/** The bytes of one field. */
function within(message: Buffer, wanted: number): Buffer {
  const found = { bytes: nothing };
  readFields(message, {
    bytes(field, value) {
      if (field === wanted) found.bytes = value;
    },
  });
  return found.bytes;
}

/** Undefined for what is not JSON: no event is. */
function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch {
    return undefined;
  }
}
