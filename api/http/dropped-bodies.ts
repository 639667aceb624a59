import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { droppedBytes } from './body-limits.ts';

/**
 * Ends the connection of a client that sends more than `droppedBytes` of a body after the answer. What it sends until then
 * is read and dropped, because a client that still sends when its connection ends sees a broken connection in place of
 * the answer. Without this, Node drops the rest of a body whatever its size.
 */
export function boundDroppedBodies(app: FastifyInstance): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    // At `finish`, Node has already begun to drop the rest.
    response.once('prefinish', () => {
      if (!request.complete) discardBody(request);
    });
  });
}

function discardBody(request: IncomingMessage): void {
  let left = droppedBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
}
