import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP server that answers as the test says and keeps what it was asked. Null breaks the connection. */
export async function startFakeService(answer: (request: FakeRequest, index: number) => FakeAnswer | null) {
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
    incoming.on('end', () => {
      const body: unknown = text === '' ? null : JSON.parse(text);
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body,
      };
      const result = answer(request, requests.push(request) - 1);
      if (result === null) return response.destroy();
      const payload = result.body === undefined ? '' : JSON.stringify(result.body);
      return response.writeHead(result.status, result.headers).end(payload);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, requests, close };
}

export const apiError = (status: number, code: string, details?: unknown): FakeAnswer => ({
  status,
  body: {
    error: { code, message: `It is ${code}.`, request_id: 'r1', ...(details !== undefined && { details }) },
  },
});
