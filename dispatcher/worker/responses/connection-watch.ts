import type { Socket } from 'node:net';
import { interimFilter } from './interim-responses.ts';
import { InvalidResponse } from './invalid-response.ts';

/** The connection broke before its answer; the message is for people. */
export class ConnectionClosed extends Error {
  constructor() {
    super('the receiver closed the connection before it answered');
    this.name = 'ConnectionClosed';
  }
}

/**
 * Watches a connection that carries one request at a time: bytes that are written begin a new response. It must be
 * called before the HTTP client listens to the connection.
 *
 * - Interim responses are removed.
 * - A response with more bytes than `maxBytes` on the wire ends the connection. The limit of a body does not count
 *   headers, chunk extensions and interim responses, with which a receiver could keep a worker busy.
 * - The error of a reused connection that breaks before any byte of a response is added to `stale`: the receiver
 *   probably closed the connection while the request was on its way.
 */
export function watchConnection(
  socket: Socket,
  { maxBytes, stale }: { readonly maxBytes: number; readonly stale: WeakSet<Error> },
): void {
  const atStart = socket.bytesRead;
  let written = socket.bytesWritten;
  let [readBefore, seen] = [atStart, atStart];
  let filter: ReturnType<typeof interimFilter> | null = null;

  socket.on('readable', () => {
    if (socket.bytesRead !== seen) {
      if (socket.bytesWritten !== written) {
        written = socket.bytesWritten;
        readBefore = seen;
        filter = interimFilter();
      }
      seen = socket.bytesRead;
      if (seen - readBefore > maxBytes)
        socket.destroy(new InvalidResponse(`the response takes more than ${maxBytes / 1024} KiB`));
    }
    if (filter) removeInterim(filter);
  });

  /** Reads up to the final response, and leaves that to the HTTP client. */
  function removeInterim(taken: NonNullable<typeof filter>): void {
    try {
      for (let chunk = readFrom(socket); chunk; chunk = readFrom(socket)) {
        const final = taken(chunk);
        if (!final) continue;
        filter = null;
        socket.unshift(final);
        return;
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  const isStale = (): boolean =>
    seen > atStart && socket.bytesWritten !== written && socket.bytesRead === seen;
  socket.on('error', (error) => {
    if (isStale()) stale.add(error);
  });
  socket.on('end', () => {
    if (isStale()) socket.destroy(new ConnectionClosed());
  });
}

function readFrom(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}
