import { connect, Events } from 'nats';
import pTimeout from 'p-timeout';
import { gatherAnswers, openAsking } from './bus-groups.ts';
import type { AttemptRequest, NoReply, Reply } from './bus-messages.ts';

export type { AttemptRequest, NoReply, Reply };

/** The bus that carries work from the scheduler to the workers. Whatever it loses is only asked for again. */
export interface Bus {
  /** Never throws: what does not work has its result. */
  request(request: AttemptRequest, timeoutMs: number): Promise<Reply | NoReply>;
  /** Answers requests, each of which goes to one of all workers. `stop` takes no more, and answers at once. */
  serve(handle: (request: AttemptRequest) => Promise<Reply>): { stop(): Promise<void> };
  isConnected(): boolean;
  close(): Promise<void>;
}

const stopWithinMs = 1_000;

/**
 * Connects to NATS, and again for ever whenever the connection is lost.
 * @returns once it is connected for the first time
 */
export async function openBus({ url, name = 'formlog' }: { url: string; name?: string }): Promise<Bus> {
  const { username, password, protocol, host } = new URL(url);
  const connection = await connect({
    servers: `${protocol}//${host}`,
    name,
    ...(password !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(password === '' && username !== '' && { token: decodeURIComponent(username) }),
    ...(protocol === 'tls:' && { tls: {} }),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    pingInterval: 10_000,
    noAsyncTraces: true,
  });
  let connected = true;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === Events.Disconnect) connected = false;
      if (type === Events.Reconnect) connected = true;
    }
    connected = false;
  })();

  const asking = openAsking(connection);

  function serve(handle: (request: AttemptRequest) => Promise<Reply>): { stop(): Promise<void> } {
    const subscription = gatherAnswers(connection, handle);
    return { stop: () => within(stopWithinMs, subscription.drain()) };
  }

  async function close(): Promise<void> {
    await connection.close();
    asking.close();
  }

  return { request: asking.request, serve, isConnected: () => connected, close };
}

/** Without a connection nothing can be unsubscribed, and nothing arrives either: no need to wait. */
const within = (milliseconds: number, promise: Promise<void>): Promise<void> =>
  pTimeout(
    promise.catch(() => undefined),
    { milliseconds, fallback: () => undefined },
  );
