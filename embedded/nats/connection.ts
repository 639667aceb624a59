import type { Socket } from 'node:net';
import { defaultConnectOptions, readConnectOptions } from './connect-options.ts';
import { createParser, type Operation, type Publish } from './parser.ts';
import type { Receiver, Router, Subscription } from './router.ts';
import { isLiteralSubject } from './subject.ts';

/** What holds for every connection of a server; times in milliseconds, sizes in bytes. */
export type ConnectionSettings = {
  readonly token: string | undefined;
  readonly maxPayload: number;
  /** A client that leaves more than this unread is cut off. */
  readonly maxPending: number;
  readonly pingInterval: number;
  readonly authTimeout: number;
};

export type Connection = {
  /** Sends what was written since the last flush. */
  flush(): void;
  close(): void;
};

const MAX_UNANSWERED_PINGS = 2;
/** How long a refused client may take to read why, in milliseconds. */
const FAREWELL = 1000;

/**
 * Speaks the protocol with one client until either side ends.
 * @param touched collects the connections that were written to, so that each is flushed once for all messages
 *   of a chunk
 */
export function serveConnection(
  socket: Socket,
  settings: ConnectionSettings,
  router: Router,
  touched: Set<Connection>,
): Connection {
  const parse = createParser(settings.maxPayload);
  const subscriptions = new Map<string, Subscription>();
  let options = defaultConnectOptions;
  let authorized = settings.token === undefined;
  let ended = false;
  let unansweredPings = 0;
  let outgoing: Buffer[] = [];

  const connection: Connection = {
    flush() {
      if (outgoing.length === 0 || socket.destroyed) return;
      socket.write(
        outgoing.length === 1 && outgoing[0] !== undefined ? outgoing[0] : Buffer.concat(outgoing),
      );
      outgoing = [];
      if (socket.writableLength > settings.maxPending) socket.destroy();
    },
    close: () => socket.destroy(),
  };

  const receiver: Receiver = {
    wantsHeaders: () => options.headers,
    wantsOwn: () => options.echo,
    write(...bytes) {
      outgoing.push(...bytes);
      touched.add(connection);
    },
    forget,
  };
  const send = (text: string) => receiver.write(Buffer.from(`${text}\r\n`));
  const acknowledge = () => {
    if (options.verbose) send('+OK');
  };

  function forget(subscription: Subscription): void {
    router.remove(subscription);
    subscriptions.delete(subscription.sid);
  }

  /** Says why, stops listening, and gives the client a moment to read it. */
  function refuse(reason: string): void {
    send(`-ERR '${reason}'`);
    release();
    connection.flush();
    socket.end();
    setTimeout(() => socket.destroy(), FAREWELL).unref();
  }

  function release(): void {
    ended = true;
    clearTimeout(authTimer);
    clearInterval(pingTimer);
    for (const subscription of subscriptions.values()) router.remove(subscription);
    subscriptions.clear();
  }

  function connect(json: string): void {
    const read = readConnectOptions(json, options);
    if (!read.ok) return refuse(read.reason);
    options = read.options;
    if (settings.token !== undefined && options.auth_token !== settings.token)
      return refuse('Authorization Violation');
    authorized = true;
    clearTimeout(authTimer);
    acknowledge();
  }

  function publish(message: Publish): void {
    if (message.headerBytes > 0 && !options.headers) return refuse('Message Headers Not Supported');
    const { subject, reply } = message;
    if (options.pedantic && !isLiteralSubject(subject)) send("-ERR 'Invalid Publish Subject'");
    acknowledge();
    const reached = router.publish(message, receiver);
    if (reached === 0 && reply !== undefined && options.no_responders)
      router.answerNoResponders(reply, receiver);
  }

  function subscribe({ subject, queue, sid }: Operation & { op: 'sub' }): void {
    const subscription: Subscription = { subject, queue, sid, receiver, delivered: 0, max: 0 };
    // A sid that is in use keeps what it stands for, as in the original.
    if (!subscriptions.has(sid)) {
      if (!router.add(subscription)) return send("-ERR 'Invalid Subject'");
      subscriptions.set(sid, subscription);
    }
    acknowledge();
  }

  function unsubscribe({ sid, max }: Operation & { op: 'unsub' }): void {
    const subscription = subscriptions.get(sid);
    if (subscription !== undefined) {
      if (max > subscription.delivered) subscription.max = max;
      else forget(subscription);
    }
    acknowledge();
  }

  function perform(operation: Operation): void {
    if (!authorized && operation.op !== 'connect' && operation.op !== 'refused')
      return refuse('Authorization Violation');
    switch (operation.op) {
      case 'connect':
        return connect(operation.json);
      case 'ping':
        return send('PONG');
      case 'pong':
        unansweredPings = 0;
        return;
      case 'pub':
        return publish(operation);
      case 'sub':
        return subscribe(operation);
      case 'unsub':
        return unsubscribe(operation);
      case 'refused':
        return refuse(operation.reason);
    }
  }

  function ping(): void {
    if (unansweredPings >= MAX_UNANSWERED_PINGS) return refuse('Stale Connection');
    unansweredPings += 1;
    send('PING');
    connection.flush();
  }

  const pingTimer = setInterval(ping, settings.pingInterval);
  const authTimer = setTimeout(() => {
    if (!authorized) refuse('Authentication Timeout');
  }, settings.authTimeout);

  socket.on('data', (chunk) => {
    for (const operation of parse(chunk)) {
      perform(operation);
      if (ended) break;
    }
    for (const written of touched) written.flush();
    touched.clear();
  });
  socket.on('close', release);
  // A reset is a way to leave; `close` follows.
  socket.on('error', () => undefined);
  return connection;
}
