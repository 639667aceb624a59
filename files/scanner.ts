import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { FileStoreUnavailable } from './file-contents.ts';

/** What a scanner found in a content; null for nothing. */
export type Finding = string | null;

export interface Scanner {
  /** @throws FileStoreUnavailable if the scanner does not answer, or cannot judge the content */
  scan(content: Readable): Promise<Finding>;
}

/** Where a scanner listens: a host and a port, or the path of a socket. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Returns the address in a setting: `host:port`, or an absolute path. @throws Error with the fault */
export function parseScannerAddress(text: string): ScannerAddress {
  if (text.startsWith('/')) return { path: text };
  const [, six, name = '', port = ''] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = six ?? name;
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new Error('is neither host:port nor the absolute path of a socket');
  return { host, port: Number(port) };
}

/** Silence of the scanner, in ms; a large content takes long. */
const defaultSilenceMs = 120_000;

/** Opens a scanner that speaks the protocol of clamd (`INSTREAM`). Each content has a connection of its own. */
export const openScanner = (address: ScannerAddress, silenceMs = defaultSilenceMs): Scanner => ({
  async scan(content) {
    const socket = connect(address);
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('it is silent')));
    try {
      return verdictIn(await ask(socket, content));
    } catch (error) {
      if (error instanceof FileStoreUnavailable) throw error;
      throw new FileStoreUnavailable('the scanner does not answer', 'away', error);
    } finally {
      content.destroy();
      socket.destroy();
    }
  },
});

/** Sends a content in the chunks of the protocol: a length of four bytes, and the bytes; a length of zero ends it. */
async function ask(socket: Socket, content: Readable): Promise<string> {
  let answer = '';
  const answered = new Promise<string>((resolve, reject) => {
    socket.on('data', (data) => (answer += data.toString()));
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
  // It is awaited below; until then its failure is that of the writes.
  answered.catch(() => undefined);
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of content) {
    // A scanner that has found something need not read on.
    if (answer !== '' || socket.destroyed) break;
    const bytes = chunk as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    await write(socket, Buffer.concat([length, bytes]));
  }
  if (!socket.destroyed) await write(socket, Buffer.alloc(4));
  return answered;
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

function verdictIn(answer: string): Finding {
  const [, verdict = ''] = /^(?:stream: )?(.*?)\0?\s*$/s.exec(answer) ?? [];
  if (verdict === 'OK') return null;
  const [, found] = /^(.*) FOUND$/.exec(verdict) ?? [];
  if (found !== undefined) return found;
  throw new FileStoreUnavailable(
    `the scanner cannot judge a content: ${verdict.slice(0, 200) || 'no answer'}`,
    'away',
  );
}
