import { encodeProto, type ProtoWriter } from './proto-writer.ts';

/** An event in the answer of a read. */
export interface ReadEvent {
  /** A UUID. */
  readonly id: string;
  readonly isJson: boolean;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly position: number;
  readonly revision: number | bigint;
  readonly stream: Buffer;
  readonly type: Buffer;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

/** The bytes of a response beside names, metadata and data. */
const overhead = 320;
const jsonType = Buffer.from('application/json');
const binaryType = Buffer.from('application/octet-stream');

/** Encodes a `ReadResp`; the numbers are those of streams.proto and shared.proto. */
export function encodeResponse(event: ReadEvent): Buffer {
  const { stream, type, metadata, data, position } = event;
  const capacity = overhead + stream.length + type.length + metadata.length + data.length;
  return encodeProto(capacity, (out) =>
    out.message(1, () => {
      out.varint(3, position);
      out.message(1, () => {
        if (data.length > 0) out.bytes(8, data);
        if (metadata.length > 0) out.bytes(7, metadata);
        writeEntry(out, 'created', Buffer.from(`${event.created}0000`));
        writeEntry(out, 'content-type', event.isJson ? jsonType : binaryType);
        writeEntry(out, 'type', type);
        out.varint(5, position);
        out.varint(4, position);
        out.varint(3, event.revision);
        out.message(2, () => out.bytes(3, stream));
        out.message(1, () => out.text(2, event.id));
      });
    }),
  );
}

function writeEntry(out: ProtoWriter, key: string, value: Uint8Array): void {
  out.message(6, () => {
    out.bytes(2, value);
    out.text(1, key);
  });
}
