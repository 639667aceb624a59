import { createServer } from 'node:net';

/**
 * A server of clamd's protocol, which finds `EICAR-TEST`.
 * @param path of a socket; by default it listens on a free port
 */
export async function startScanner(path?: string) {
  let isClean = false;
  let scanned = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let received = Buffer.alloc(0);
    let content = '';
    let hasCommand = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const command = 'zINSTREAM\0';
      if (!hasCommand) {
        if (received.length < command.length) return;
        if (received.subarray(0, command.length).toString() !== command) {
          socket.end('UNKNOWN COMMAND\0');
          return;
        }
        hasCommand = true;
        received = received.subarray(command.length);
      }
      while (received.length >= 4) {
        const length = received.readUInt32BE(0);
        if (length === 0) {
          scanned += 1;
          const isFound = !isClean && content.includes('EICAR-TEST');
          socket.end(isFound ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
          return;
        }
        if (received.length < 4 + length) return;
        // A signature may begin in one chunk and end in the next.
        content = content.slice(-20) + received.subarray(4, 4 + length).toString('latin1');
        received = received.subarray(4 + length);
        if (content.includes('EICAR-TEST')) content = 'EICAR-TEST';
      }
    });
  });
  await new Promise<void>((resolve) =>
    path === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(path, resolve),
  );
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Finds nothing from now on. */
    forget: () => void (isClean = true),
    scanned: () => scanned,
    close: () => server.close(),
  };
}
