import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import {
  type Exchange,
  openWebhookClient,
  type WebhookClientOptions,
} from '../../../dispatcher/worker/webhook-client.ts';

export interface Closable {
  readonly port: number;
  readonly close: () => void;
}

export async function portOf(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export async function listening(server: Server): Promise<Closable> {
  const port = await portOf(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, close };
}

export const receiver = (answer: RequestListener) => listening(createServer(answer));

/** Posts once through a client of its own. */
export async function post(
  url: string,
  options: Partial<WebhookClientOptions> = {},
  body = '{}',
): Promise<Exchange> {
  const client = openWebhookClient({ allowHosts: ['127.0.0.1', 'localhost'], limitMs: 10_000, ...options });
  try {
    return await client.post({
      url,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    });
  } finally {
    await client.close();
  }
}

/** Posts to a receiver that answers so. */
export async function postTo(
  answer: RequestListener,
  options?: Partial<WebhookClientOptions>,
): Promise<Exchange> {
  const { port, close } = await receiver(answer);
  try {
    return await post(`http://127.0.0.1:${port}/hook`, options);
  } finally {
    close();
  }
}

/** Posts to something that speaks TCP only, if `secure` by TLS. */
export async function postToSocket(
  answer: (socket: Socket) => void,
  { secure = false, ...options }: Partial<WebhookClientOptions> & { readonly secure?: boolean } = {},
): Promise<Exchange> {
  const server = createTcpServer((socket) => answer(socket.on('error', () => undefined)));
  const exchange = await post(`${secure ? 'https' : 'http'}://127.0.0.1:${await portOf(server)}/`, options);
  server.close();
  return exchange;
}

/** Posts to a receiver that writes these pieces, each after the one before it has been read, and hangs up. */
export const postToBytes = (pieces: readonly (string | Buffer)[], options?: Partial<WebhookClientOptions>) =>
  postToSocket((socket) => {
    socket.setNoDelay(true).once('data', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await immediate();
        await immediate();
      }
      socket.end();
    });
  }, options);

/** Returns the class of the error, or the status. */
export const errorClass = ({ outcome }: Exchange) =>
  outcome.kind === 'error' ? outcome.errorClass : `answer ${outcome.status}`;
