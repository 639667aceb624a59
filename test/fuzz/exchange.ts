import { connect } from 'node:net';

/** A request as bytes, and how its connection is treated. */
export interface RawRequest {
  readonly parts: readonly Buffer[];
  /** Whether the client ends the connection once it has sent the parts. */
  readonly hangsUp: boolean;
}

/** A response as it came over the socket. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly response: RawResponse }
  /** The connection ended without a whole response. */
  | { readonly kind: 'ended'; readonly text: string }
  | { readonly kind: 'hanging'; readonly text: string };

/** Sends a request on a connection of its own and reads until the connection ends, for at most `limitMs`. */
export function exchange(port: number, { parts, hangsUp }: RawRequest, limitMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const text = (): string => Buffer.concat(chunks).toString('latin1');
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
      if (hangsUp) socket.destroySoon();
    });
    const timer = setTimeout(() => {
      resolve({ kind: 'hanging', text: text() });
      socket.destroy();
    }, limitMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset ends the exchange as `close` does: the server may close before all was sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const response = parse(text());
      resolve(response ? { kind: 'answered', response } : { kind: 'ended', text: text() });
    });
  });
}

/** The last response of a connection that is not an interim one; null where its head is not whole. */
function parse(text: string): RawResponse | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = text.slice(end + 4);
  if (status >= 100 && status < 200) return parse(rest);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body =
    headers.get('transfer-encoding') === 'chunked'
      ? unchunked(rest)
      : rest.slice(0, Number(headers.get('content-length') ?? rest.length));
  return { status, headers, body: Buffer.from(body, 'latin1').toString('utf8') };
}

function unchunked(text: string): string {
  let [body, at] = ['', 0];
  for (;;) {
    const end = text.indexOf('\r\n', at);
    const size = parseInt(text.slice(at, end), 16);
    if (end < 0 || !(size > 0)) return body;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
