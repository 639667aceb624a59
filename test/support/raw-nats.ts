import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a plain socket to a NATS server and waits for its INFO; `received` gathers what comes after. */
export async function openRaw(
  url: string,
): Promise<{ socket: Socket; info: string; received: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let bytes = '';
  let info: string | undefined;
  const greeted = new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const end = bytes.indexOf('\r\n');
      if (info !== undefined || end === -1) return;
      info = bytes.slice('INFO '.length, end);
      bytes = bytes.slice(end + 2);
      resolve(info);
    });
  });
  return { socket, info: await greeted, received: () => bytes };
}

/**
 * Sends bytes followed by a PING and waits for its PONG, or for the server to hang up.
 * @returns what was answered, without that last PONG
 */
export async function converse(
  url: string,
  bytes: string | Buffer,
  { step }: { step?: number } = {},
): Promise<{ answer: string; closed: boolean }> {
  const { socket, received } = await openRaw(url);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => true);
  const ponged = new Promise<boolean>((resolve) =>
    socket.on('data', () => {
      if (received().endsWith('PONG\r\n')) resolve(false);
    }),
  );
  const all = Buffer.concat([Buffer.from(bytes), Buffer.from('PING\r\n')]);
  for (let at = 0; at < all.length && !socket.destroyed; at += step ?? all.length) {
    const part = all.subarray(at, at + (step ?? all.length));
    await new Promise((resolve) => socket.write(part, resolve));
  }
  const hungUp = await Promise.race([closed, ponged]);
  socket.destroy();
  return { answer: received().replace(/PONG\r\n$/, ''), closed: hungUp };
}
