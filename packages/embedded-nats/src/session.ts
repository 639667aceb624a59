import { isSameSecret } from '../../embedded-server/src/same-secret.ts';
import { defaultConnectOptions, readConnectOptions } from './connect-options.ts';
import type { Operation, Publish } from './parser.ts';
import type { Receiver, Router, Subscription } from './router.ts';
import { isLiteralSubject } from './subject.ts';

/** The state of one client: its options, its subscriptions, and whether it is authorized. */
export interface Session {
  /** Receives the messages of the client's subscriptions. */
  readonly receiver: Receiver;
  isAuthorized(): boolean;
  perform(operation: Operation): void;
  /** Removes all subscriptions. */
  end(): void;
}

interface SessionOptions {
  readonly token: string | undefined;
  readonly router: Router;
  write(...bytes: readonly Buffer[]): void;
  /** Sends the client the reason and ends the connection. */
  refuse(reason: string): void;
  onAuthorized(): void;
  onPong(): void;
}

/** Performs the operations of one client. */
export function openSession({ token, router, write, refuse, onAuthorized, onPong }: SessionOptions): Session {
  const subscriptions = new Map<string, Subscription>();
  let options = defaultConnectOptions;
  let authorized = token === undefined;

  const receiver: Receiver = {
    wantsHeaders: () => options.headers,
    wantsOwn: () => options.echo,
    write,
    forget,
  };
  const send = (text: string) => write(Buffer.from(`${text}\r\n`));
  const acknowledge = () => {
    if (options.verbose) send('+OK');
  };

  function forget(subscription: Subscription): void {
    router.remove(subscription);
    subscriptions.delete(subscription.sid);
  }

  function connect(json: string): void {
    const read = readConnectOptions(json, options);
    if (!read.ok) return refuse(read.reason);
    options = read.options;
    if (token !== undefined && !isSameSecret(options.auth_token ?? '', token))
      return refuse('Authorization Violation');
    authorized = true;
    onAuthorized();
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
    // The real server ignores a subscription whose sid is in use.
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
    if (operation.op === 'connect') return connect(operation.json);
    if (operation.op === 'refused') return refuse(operation.reason);
    if (!authorized) return refuse('Authorization Violation');
    if (operation.op === 'ping') return send('PONG');
    if (operation.op === 'pong') return onPong();
    if (operation.op === 'pub') return publish(operation);
    if (operation.op === 'sub') return subscribe(operation);
    unsubscribe(operation);
  }

  return {
    receiver,
    isAuthorized: () => authorized,
    perform,
    end: () => [...subscriptions.values()].forEach(forget),
  };
}
