import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A webhook as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds since the start of this process. */
  readonly at: number;
  /** The status of the response, unless the receiver responded by its own hand. */
  readonly status: number | null;
}

/** How a receiver answers its n-th request, from 1: a status, or by its own hand. */
export type ReceiverResponse = number | ((response: ServerResponse) => void);

/** A local receiver that keeps what it gets. */
export async function startReceiver(answer: (nth: number) => ReceiverResponse = () => 204) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const given = answer(received.length + 1);
      received.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
        status: typeof given === 'number' ? given : null,
      });
      if (typeof given === 'number') response.writeHead(given).end();
      else given(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
