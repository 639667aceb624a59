/**
 * Receivers of webhooks by the number in their path. `POST /kind/N` is answered 200 at once; `POST /hostile/N` by floods of
 * interim answers, chunk extensions, body, headers or garbage, a trickle, or nothing. The process has the lowest priority:
 * its own CPU time is not what is measured.
 */
import { createServer, type Socket } from 'node:net';
import { setPriority } from 'node:os';

/** Sends a chunk for as long as the other side takes it. */
function flood(socket: Socket, chunk: Buffer | string): void {
  const pump = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pump);
  pump();
}

function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('a'), 5);
  socket.once('close', () => clearInterval(timer));
}

const head = 'HTTP/1.1 200 OK\r\n';
const answers: readonly ((socket: Socket) => void)[] = [
  (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(500)),
  (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    flood(socket, `1;${'x'.repeat(4_000)}\r\na\r\n`.repeat(8));
  },
  (socket) => {
    socket.write(`${head}content-length: 1000000000\r\n\r\n`);
    flood(socket, 'z'.repeat(65_536));
  },
  (socket) => {
    socket.write(head);
    flood(socket, `x-a: ${'y'.repeat(1_000)}\r\n`);
  },
  (socket) => {
    socket.write(`${head}content-length: 100000\r\n\r\n`);
    trickle(socket);
  },
  (socket) => flood(socket, Buffer.alloc(65_536, 0xff)),
  () => undefined,
];

setPriority(19);
const server = createServer((socket) => {
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    received += data.toString('latin1');
    const [, manner, number] = /^POST \/(kind|hostile)\/(\d+)[^]*\r\n\r\n/.exec(received) ?? [];
    if (manner === undefined) return;
    received = '';
    if (manner === 'kind') socket.write(`${head}content-length: 2\r\n\r\nok`);
    else answers[Number(number) % answers.length]?.(socket);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
