/**
 * A receiver of webhooks that answers 204 at once, and keeps when each came. `GET /?count=N` is answered as soon as
 * it got N, with the last headers and body and when the last N came; then it forgets them.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

let times: number[] = [];
let lastBody = '';
let lastHeaders: IncomingHttpHeaders = {};
let waiting: { count: number; response: ServerResponse } | null = null;

/** Of a connection, and not of a webhook. */
const others = new Set(['host', 'connection', 'content-length']);
const own = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !others.has(name)));

function answerWhenReached(): void {
  if (!waiting || times.length < waiting.count) return;
  waiting.response.end(JSON.stringify({ times, headers: own(lastHeaders), body: lastBody }));
  times = [];
  waiting = null;
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    times.push(at);
    lastBody = chunks.toString();
    lastHeaders = request.headers;
    answerWhenReached();
  });
}

const server = createServer((request, response) => {
  if (request.method === 'POST') return receive(request, response);
  waiting = { count: Number(new URL(request.url ?? '/', 'http://x').searchParams.get('count')), response };
  answerWhenReached();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = address === null || typeof address === 'string' ? 0 : address.port;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
