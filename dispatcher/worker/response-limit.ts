import type { Socket } from 'node:net';
import { InvalidResponse } from './exchange.ts';

/**
 * Ends a connection whose response takes more bytes than this on the wire. The limit of a body does not count headers,
 * chunk extensions and interim responses, with which a receiver could keep a worker busy. A connection carries one
 * request at a time: bytes that are written begin a new response.
 */
export function limitResponses(socket: Socket, maxBytes: number): void {
  let written = socket.bytesWritten;
  let [readBefore, seen] = [socket.bytesRead, socket.bytesRead];
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = seen;
    }
    seen = socket.bytesRead;
    if (seen - readBefore > maxBytes)
      socket.destroy(new InvalidResponse(`the response takes more than ${maxBytes} bytes`));
  });
}
