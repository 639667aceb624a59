import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Bytes of no known type. */
const chunk = Buffer.alloc(64 * 1_024, Buffer.from([1, 2, 3, 250, 251, 252, 0]));

/** A content of so many bytes, rounded up to whole chunks, that takes no time to make. */
function contentOf(bytes: number): { readonly length: number; readonly source: Readable } {
  const chunks = Math.ceil(bytes / chunk.length);
  let sent = 0;
  const source = new Readable({
    read() {
      this.push(sent++ < chunks ? chunk : null);
    },
  });
  return { length: chunks * chunk.length, source };
}

/** Sends a content. @returns the answer */
export async function sendContent(
  url: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const { length, source } = contentOf(bytes);
  const answer = new Promise<string>((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/octet-stream', 'content-length': length, ...headers },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () =>
        response.statusCode === 201 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    pipeline(source, sending).catch(reject);
  });
  return answer;
}

/** Receives a content. @returns the number of its bytes */
export const receiveContent = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`answered ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
