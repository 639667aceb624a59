import { createServer } from 'node:net';

/**
 * Tries to listen at the address of the service, before a part of it is started.
 * @param port 0 tries the host alone
 * @returns the mistake in HOST or PORT, or null
 */
export async function checkAddress(host: string, port: number): Promise<string | null> {
  const server = createServer();
  const failure = await new Promise<unknown>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => resolve(null));
  });
  if (failure !== null) return mistakeOf(failure, host, port);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return null;
}

function mistakeOf(failure: unknown, host: string, port: number): string {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} of ${host} is in use by another program: choose another, such as PORT=${port < 65_535 ? port + 1 : port - 1}`;
    case 'EACCES':
      return `PORT ${port} may not be opened by this user: choose one above 1023, such as PORT=8080`;
    case 'EADDRNOTAVAIL':
      return `HOST ${host} is not an address of this machine: 127.0.0.1 serves this machine alone, 0.0.0.0 all networks`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is a name without an address: give an address of this machine, such as 127.0.0.1 or 0.0.0.0`;
    default:
      return `HOST ${host} cannot be listened on: ${failure instanceof Error ? failure.message : String(failure)}`;
  }
}
