import { connect, ErrorCode, Events, NatsError, type ConnectionOptions, type Msg } from 'nats';
import pTimeout from 'p-timeout';
import { validReply, validRequest, type AttemptRequest, type NoReply, type Reply } from './bus-messages.ts';
import { parseNatsUrl } from './nats-url.ts';

export type { AttemptRequest, NoReply, Reply };

/** The bus that carries work from the scheduler to the workers. Whatever it loses is only asked for again. */
export interface Bus {
  /**
   * Never throws: what does not work has its result.
   * @param keyId asks only workers that have this master key
   */
  request(request: AttemptRequest, timeoutMs: number, keyId?: string): Promise<Reply | NoReply>;
  /**
   * Answers requests, each of which goes to one of all workers. `stop` takes no more, and answers at once.
   * @param keyIds names of this worker's master keys: requests that need one of these come here as well
   */
  serve(
    handle: (request: AttemptRequest) => Promise<Reply>,
    keyIds?: readonly string[],
  ): { stop(): Promise<void> };
  isConnected(): boolean;
  close(): Promise<void>;
}

const stopWithinMs = 1_000;
const subject = 'webhook.attempts';
/** Requests that only a worker with this master key can fulfil. */
const subjectOfKey = (keyId: string): string => `${subject}.key.${keyId}`;
/** The name of a master key is part of a subject. No worker has a key with another name. */
const keyIdForm = /^[0-9a-f]+$/;
/** The queue group of all workers: each request goes to one of them. */
const queue = 'workers';

/**
 * Connects to one of the servers of NATS, and to any of them for ever whenever the connection is lost. Servers that the
 * cluster tells of are known, too.
 * @param url one address or several, by commas
 * @returns once it is connected for the first time
 * @throws saying what is wrong with the address
 */
export async function openBus({ url, name = 'formlog' }: { url: string; name?: string }): Promise<Bus> {
  const connection = await connect({ ...natsOptions(url), name, waitOnFirstConnect: true });
  let connected = true;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === Events.Disconnect) connected = false;
      if (type === Events.Reconnect) connected = true;
    }
    connected = false;
  })();

  const request: Bus['request'] = async (asked, timeoutMs, keyId) => {
    if (keyId !== undefined && !keyIdForm.test(keyId)) return { result: 'nobody' };
    const to = keyId === undefined ? subject : subjectOfKey(keyId);
    try {
      const answer = await connection.request(to, JSON.stringify(asked), { timeout: timeoutMs });
      return parse(validReply, answer) ?? { result: 'failed' };
    } catch (error) {
      const isUnheard = error instanceof NatsError && error.code === ErrorCode.NoResponders.valueOf();
      return { result: isUnheard ? 'nobody' : 'silent' };
    }
  };

  const serve: Bus['serve'] = (handle, keyIds = []) => {
    const respond = (message: Msg, reply: Reply) => void message.respond(JSON.stringify(reply));
    function callback(error: Error | null, message: Msg): void {
      if (error) return;
      const asked = parse(validRequest, message);
      if (!asked) return respond(message, { result: 'failed' });
      void handle(asked).then((reply) => {
        if (!connection.isClosed()) respond(message, reply);
      });
    }
    const subjects = [subject, ...keyIds.map(subjectOfKey)];
    const subscriptions = subjects.map((each) => connection.subscribe(each, { queue, callback }));
    const drain = async (): Promise<void> => {
      await Promise.all(subscriptions.map((one) => one.drain()));
    };
    return { stop: () => within(stopWithinMs, drain()) };
  };

  return { request, serve, isConnected: () => connected, close: () => connection.close() };
}

/** The content of a message; null if it is not valid. */
function parse<T>(valid: { Check(value: unknown): value is T }, message: Msg): T | null {
  try {
    const value: unknown = message.json();
    return valid.Check(value) ? value : null;
  } catch {
    return null;
  }
}

/** @throws saying what is wrong with the address */
export function natsOptions(url: string): ConnectionOptions {
  const parsed = parseNatsUrl(url);
  if (!parsed.ok) throw new Error(`the address of NATS ${parsed.error}`);
  const { servers, credentials, isEncrypted } = parsed.value;
  return {
    servers: [...servers],
    ...credentials,
    ...(isEncrypted && { tls: {} }),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    // A server that accepts a connection and says nothing is passed over after this time.
    timeout: 5_000,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    // Two pings without an answer end a connection.
    pingInterval: 5_000,
    noAsyncTraces: true,
  };
}

/** Without a connection nothing can be unsubscribed, and nothing arrives either: no need to wait. */
const within = (milliseconds: number, promise: Promise<void>): Promise<void> =>
  pTimeout(
    promise.catch(() => undefined),
    { milliseconds, fallback: () => undefined },
  );
