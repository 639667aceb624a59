import { once } from 'node:events';
import { connect } from 'node:net';
import { openMessageReader } from './mongodb-messages.ts';

/** A connection of a proxy to a MongoDB server: one command after the other. */
export interface Upstream {
  /** @throws when the server goes away before it has answered */
  exchange(message: Buffer): Promise<Buffer>;
  close(): void;
}

export function openUpstream(port: number): Upstream {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let last: Promise<unknown> = Promise.resolve();
  let answered: ((message: Buffer) => void) | null = null;
  socket.on(
    'data',
    openMessageReader((message) => answered?.(message)),
  );
  socket.on('error', () => undefined);
  const closed = new Promise<never>((_, reject) =>
    socket.once('close', () => reject(new Error('the server closed the connection'))),
  );
  closed.catch(() => undefined);

  async function send(message: Buffer): Promise<Buffer> {
    const answer = new Promise<Buffer>((resolve) => (answered = resolve));
    if (!socket.write(message)) await Promise.race([once(socket, 'drain'), closed]);
    return Promise.race([answer, closed]);
  }
  return {
    exchange(message) {
      const answer = last.then(() => send(message));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => socket.destroy(),
  };
}
