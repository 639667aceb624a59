import { randomUUID } from 'node:crypto';
import { connect, type ConnectionOptions, ErrorCode, Events, type Msg, NatsError } from 'nats';
import pTimeout from 'p-timeout';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseNatsUrl } from './nats-url.ts';

/** An attempt request on the wire. */
const RequestMessage = Type.Object({
  deliveryId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  /** Whether the attempt was requested before without a known outcome: the worker must read the log first. */
  again: Type.Boolean(),
  /** Whether nothing is known to have happened to the delivery since its source event. */
  isNew: Type.Optional(Type.Boolean()),
  /** The source event and the destination of a delivery that may have no events yet. Earlier releases send none. */
  origin: Type.Optional(
    Type.Object({
      destinationId: Type.String(),
      stream: Type.String(),
      revision: Type.Integer({ minimum: 0 }),
    }),
  ),
  /** The `concurrencyLimit`, by its name on the wire, which workers and schedulers of earlier releases know. */
  atOnce: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** Requests one attempt of a delivery. */
export type AttemptRequest = Omit<Static<typeof RequestMessage>, 'atOnce'> & {
  /** How many requests may be under way at the destination at once, by the count of the worker that makes all of them. */
  readonly concurrencyLimit?: number;
};

const Reply = Type.Union([
  Type.Object({
    result: Type.Literal('done'),
    /** Where the log holds the outcome. */
    position: Type.String({ pattern: '^\\d+$' }),
    /** How long the exchange with the receiver took, in milliseconds; absent if there was none. */
    exchangeMs: Type.Optional(Type.Number()),
    /** The id of the worker that made the exchange. */
    worker: Type.Optional(Type.String()),
  }),
  /** The attempt was not due; the worker is busy; the worker could not make the attempt. */
  Type.Object({ result: Type.Enum(['stale', 'busy', 'failed']) }),
  /** The worker lacks the master key that sealed a signing secret of the destination. */
  Type.Object({ result: Type.Literal('unopened'), keyId: Type.String(), reason: Type.String() }),
]);
export type Reply = Static<typeof Reply>;

/** The workers that may have a request: those with a master key, or a single one. */
export type Recipient = { readonly keyId: string } | { readonly worker: string };

/** No worker listens, or no worker replied in time. */
export type NoReply = { readonly result: 'no worker' | 'timeout' };

const validRequest = Compile(RequestMessage);
const validReply = Compile(Reply);

/** Carries requests from the scheduler to the workers. A lost request is repeated. */
export interface Bus {
  /**
   * Requests an attempt from any worker, or from certain workers. Never throws: a failure is a result.
   */
  request(request: AttemptRequest, timeoutMs: number, to?: Recipient): Promise<Reply | NoReply>;
  /**
   * Handles requests; each goes to one of all workers. `stop` accepts no further requests and drains those in
   * progress.
   * @param keyIds names of this worker's master keys, for requests that need one of them
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
/** Returns the subject of requests that need a master key. */
const subjectOfKey = (keyId: string): string => `${subject}.key.${keyId}`;
/** Returns the subject of requests for one worker. */
const subjectOfWorker = (id: string): string => `${subject}.worker.${id}`;
/** Names of master keys and workers are parts of subjects. None has another form. */
const nameForm = /^[0-9a-f-]+$/;
/** The queue group of all workers: NATS delivers each request to one member. */
const queue = 'workers';

export interface BusOptions {
  readonly url: string;
  /** Called when the connection is lost, and when it is there again. */
  readonly onConnection?: (isConnected: boolean) => void;
}

/**
 * Connects to one of the NATS servers, and reconnects to any of them for ever. Servers that the cluster
 * announces are used too.
 * @param url one address, or several separated by commas
 * @returns after the first connection
 * @throws an error that describes what is wrong with the address
 */
export async function openBus({ url, onConnection }: BusOptions): Promise<Bus> {
  const connection = await connect({ ...natsOptions(url), name: 'formlog', waitOnFirstConnect: true });
  let connected = true;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type !== Events.Disconnect && type !== Events.Reconnect) continue;
      connected = type === Events.Reconnect;
      onConnection?.(connected);
    }
    connected = false;
  })();

  const request: Bus['request'] = async (attempt, timeoutMs, recipient) => {
    const to = subjectFor(recipient);
    if (to === null) return { result: 'no worker' };
    try {
      const answer = await connection.request(to, messageOf(attempt), { timeout: timeoutMs });
      return parse(validReply, answer) ?? { result: 'failed' };
    } catch (error) {
      const hasNoWorker = error instanceof NatsError && error.code === ErrorCode.NoResponders.valueOf();
      return { result: hasNoWorker ? 'no worker' : 'timeout' };
    }
  };

  const serve: Bus['serve'] = (handle, keyIds = []) => {
    const worker = randomUUID();
    function respond(message: Msg, reply: Reply): void {
      message.respond(JSON.stringify('exchangeMs' in reply ? { ...reply, worker } : reply));
    }
    function callback(error: Error | null, message: Msg): void {
      if (error) return;
      const received = parse(validRequest, message);
      if (!received) return respond(message, { result: 'failed' });
      void handle(requestOf(received)).then((reply) => {
        if (!connection.isClosed()) respond(message, reply);
      });
    }
    const subjects = [subject, subjectOfWorker(worker), ...keyIds.map(subjectOfKey)];
    const subscriptions = subjects.map((each) => connection.subscribe(each, { queue, callback }));
    const drain = async (): Promise<void> => {
      await Promise.all(subscriptions.map((one) => one.drain()));
    };
    return { stop: () => within(stopWithinMs, drain()) };
  };

  return {
    request,
    serve,
    isConnected: () => connected && !connection.isClosed(),
    close: () => connection.close(),
  };
}

/** Returns the subject of a request; null if its recipient cannot exist. */
function subjectFor(recipient: Recipient | undefined): string | null {
  if (!recipient) return subject;
  const isKey = 'keyId' in recipient;
  const name = isKey ? recipient.keyId : recipient.worker;
  if (!nameForm.test(name)) return null;
  return isKey ? subjectOfKey(name) : subjectOfWorker(name);
}

const messageOf = ({ concurrencyLimit: atOnce, ...due }: AttemptRequest): string =>
  JSON.stringify({ ...due, atOnce });

const requestOf = ({ atOnce, ...due }: Static<typeof RequestMessage>): AttemptRequest =>
  atOnce === undefined ? due : { ...due, concurrencyLimit: atOnce };

/** Returns a message's content; null if it is not valid. */
function parse<T>(valid: { Check(value: unknown): value is T }, message: Msg): T | null {
  try {
    const value: unknown = message.json();
    return valid.Check(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the options of the NATS client. @throws an error that describes what is wrong with the address */
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
    // The limit for a server that accepts a connection and then sends nothing.
    timeout: 5_000,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    // A connection ends after two unanswered pings.
    pingInterval: 5_000,
    noAsyncTraces: true,
  };
}

/** Without a connection nothing arrives, so an unsubscription that cannot be sent is not awaited. */
const within = (milliseconds: number, promise: Promise<void>): Promise<void> =>
  pTimeout(
    promise.catch(() => undefined),
    { milliseconds, fallback: () => undefined },
  );
