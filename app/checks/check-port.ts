import { createServer } from 'node:net';

/**
 * Checks that the service can listen at its address, before a part of it is started.
 * @throws Error naming the port and the remedy if another program listens there, or the error of the system
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  try {
    await listening;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    const other = port < 65_535 ? port + 1 : port - 1;
    throw new Error(
      `another program listens on port ${port} of ${host}. Choose another port, such as PORT=${other}.`,
      { cause },
    );
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
