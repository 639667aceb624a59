import { connect, ErrorCode, Events, NatsError, type Msg } from 'nats';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Asks some worker to make one attempt of a delivery. */
const AttemptRequest = Type.Object({
  deliveryId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  /** It was asked for before, and nobody knows what came of it: the worker must look into the log itself. */
  again: Type.Boolean(),
});
export type AttemptRequest = Static<typeof AttemptRequest>;

const Reply = Type.Union([
  /** The log holds what came of it, at this position. */
  Type.Object({ result: Type.Literal('done'), position: Type.String({ pattern: '^\\d+$' }) }),
  /** There was nothing to do; the worker has its hands full; it could not do it. */
  Type.Object({ result: Type.Enum(['stale', 'busy', 'failed']) }),
]);
export type Reply = Static<typeof Reply>;

/** No worker listens; none answered in time. */
export type NoReply = { readonly result: 'nobody' | 'silent' };

/** The bus that carries work from the scheduler to the workers. Whatever it loses is only asked for again. */
export interface Bus {
  /** Never throws: what does not work has its result. */
  request(request: AttemptRequest, timeoutMs: number): Promise<Reply | NoReply>;
  /** Answers requests, each of which goes to one of all workers. `stop` takes no more, and answers at once. */
  serve(handle: (request: AttemptRequest) => Promise<Reply>): { stop(): Promise<void> };
  isConnected(): boolean;
  close(): Promise<void>;
}

const subject = 'webhook.attempts';
const queue = 'workers';
const NoResponders: string = ErrorCode.NoResponders;
const stopWithinMs = 1_000;

const validRequest = Compile(AttemptRequest);
const validReply = Compile(Reply);

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

  async function request(asked: AttemptRequest, timeout: number): Promise<Reply | NoReply> {
    try {
      const answer = parse(validReply, await connection.request(subject, JSON.stringify(asked), { timeout }));
      return answer ?? { result: 'failed' };
    } catch (error) {
      const isNobody = error instanceof NatsError && error.code === NoResponders;
      return { result: isNobody ? 'nobody' : 'silent' };
    }
  }

  function serve(handle: (request: AttemptRequest) => Promise<Reply>): { stop(): Promise<void> } {
    async function answer(message: Msg): Promise<void> {
      const asked = parse(validRequest, message);
      const reply: Reply = asked ? await handle(asked) : { result: 'failed' };
      // On a bus that is being closed nobody waits for the answer any more.
      if (!connection.isClosed()) message.respond(JSON.stringify(reply));
    }
    const subscription = connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (!error) void answer(message);
      },
    });
    return { stop: () => within(stopWithinMs, subscription.drain()) };
  }

  return { request, serve, isConnected: () => connected, close: () => connection.close() };
}

/** A message's content, or null where it is not what is spoken here. */
function parse<T>(valid: { Check(value: unknown): value is T }, message: Msg): T | null {
  try {
    const value: unknown = message.json();
    return valid.Check(value) ? value : null;
  } catch {
    return null;
  }
}

/** Without a connection nothing can be unsubscribed, and nothing arrives either: no need to wait. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise.catch(() => undefined), limit]);
  clearTimeout(timer);
}
