/** A line of a stream. */
export interface Line {
  readonly text: string;
  /** Its end in bytes, line feed included. */
  readonly bytes: number;
  /** Whether it ends with a line feed. */
  readonly isComplete: boolean;
}

const lineFeed = 10;

/** Splits a stream of bytes into lines. */
export async function* linesOf(source: AsyncIterable<unknown>): AsyncGenerator<Line> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new Error('the file was not read as bytes');
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = rest.indexOf(lineFeed); at !== -1; at = rest.indexOf(lineFeed)) {
      const line = Buffer.concat([...pending, rest.subarray(0, at)]);
      pending = [];
      bytes += line.length + 1;
      yield { text: line.toString('utf8'), bytes, isComplete: true };
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) pending.push(rest);
  }
  const last = Buffer.concat(pending);
  if (last.length > 0) yield { text: last.toString('utf8'), bytes: bytes + last.length, isComplete: false };
}
