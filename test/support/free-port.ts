import { createServer } from 'node:net';

/** A port of this machine that nothing listens at, for servers that start again at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('a TCP server has a port');
  return address.port;
}
