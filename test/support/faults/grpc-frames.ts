const headSize = 5;

/** A message as gRPC frames it: not compressed, its length, its bytes. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headSize + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, headSize);
  return frame;
}

/** Cuts the bytes of one direction of a gRPC call into messages. @throws for a compressed message */
export function openFrameReader(heard: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headSize) {
      const end = headSize + rest.readUInt32BE(1);
      if (rest.length < end) return;
      if (rest[0] !== 0) throw new Error('compressed gRPC messages are not supported here');
      const message = rest.subarray(headSize, end);
      rest = rest.subarray(end);
      heard(message);
    }
  };
}
