import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of this machine that nothing listens at, for servers that start again at the same address. Systems choose ports
 * from 32768 up: below, no other program gets the port by chance before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
