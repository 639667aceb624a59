import type { Socket } from 'node:net';
import { InterimFilter } from './interim-responses.ts';
import { InvalidResponse } from './invalid-response.ts';

/** The connection broke before its answer; the message is for people. */
export class ConnectionClosed extends Error {
  constructor() {
    super('the receiver closed the connection before it answered');
    this.name = 'ConnectionClosed';
  }
}

interface WatchOptions {
  /** The limit of a response on the wire. */
  readonly maxBytes: number;
  readonly stale: WeakSet<Error>;
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
export function watchConnection(socket: Socket, { maxBytes, stale }: WatchOptions): void {
  const connection = new WatchedConnection(socket, maxBytes);
  socket.on('readable', () => connection.read());
  socket.on('error', (error) => {
    if (connection.isStale()) stale.add(error);
  });
  socket.on('end', () => {
    if (connection.isStale()) socket.destroy(new ConnectionClosed());
  });
}

class WatchedConnection {
  readonly #socket: Socket;
  readonly #maxBytes: number;
  readonly #atStart: number;
  /** The bytes that had been written when the response began; those read before it, and so far. */
  #written: number;
  #readBefore: number;
  #seen: number;
  /** Null once the final response has begun. */
  #filter: InterimFilter | null = null;

  constructor(socket: Socket, maxBytes: number) {
    this.#socket = socket;
    this.#maxBytes = maxBytes;
    this.#atStart = this.#readBefore = this.#seen = socket.bytesRead;
    this.#written = socket.bytesWritten;
  }

  /** Whether a reused connection waits for the first byte of a response. */
  isStale(): boolean {
    const { bytesRead, bytesWritten } = this.#socket;
    return this.#seen > this.#atStart && bytesWritten !== this.#written && bytesRead === this.#seen;
  }

  read(): void {
    const { bytesRead, bytesWritten } = this.#socket;
    if (bytesRead !== this.#seen) {
      if (bytesWritten !== this.#written) {
        this.#written = bytesWritten;
        this.#readBefore = this.#seen;
        this.#filter = new InterimFilter();
      }
      this.#seen = bytesRead;
      if (bytesRead - this.#readBefore > this.#maxBytes)
        this.#socket.destroy(
          new InvalidResponse(`the response takes more than ${this.#maxBytes / 1024} KiB`),
        );
    }
    if (this.#filter) this.#removeInterim(this.#filter);
  }

  /** Reads up to the final response, and leaves that to the HTTP client. */
  #removeInterim(filter: InterimFilter): void {
    try {
      for (let chunk = readFrom(this.#socket); chunk; chunk = readFrom(this.#socket)) {
        const final = filter.take(chunk);
        if (!final) continue;
        this.#filter = null;
        this.#socket.unshift(final);
        return;
      }
    } catch (error) {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function readFrom(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}
