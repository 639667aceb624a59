import type { Publish } from './parser.ts';
import { createSubscriptions } from './subscriptions.ts';

/** The writing end of a connection, which receives messages. */
export type Receiver = {
  readonly wantsHeaders: () => boolean;
  readonly wantsOwn: () => boolean;
  readonly write: (...bytes: readonly Buffer[]) => void;
  /** Forgets a subscription that has received its maximum of messages. */
  readonly forget: (subscription: Subscription) => void;
};

export type Subscription = {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly sid: string;
  readonly receiver: Receiver;
  delivered: number;
  /** The subscription ends after so many messages, counted from its start; 0 means never. */
  max: number;
};

export type Router = {
  readonly add: (subscription: Subscription) => boolean;
  readonly remove: (subscription: Subscription) => void;
  /** Delivers a message to each plain subscription and one member of each queue group. @returns how many received it */
  publish(message: Publish, from: Receiver): number;
  /** Sends the status for no responders to the publisher's own subscription to the reply subject. */
  answerNoResponders(reply: string, from: Receiver): void;
};

const END = Buffer.from('\r\n');
const NO_RESPONDERS = Buffer.from('NATS/1.0 503\r\n\r\n');

export function createRouter(): Router {
  const subscriptions = createSubscriptions<Subscription>();

  function deliver(to: Subscription, message: Publish): void {
    to.delivered += 1;
    to.receiver.write(...encode(to, message));
    if (to.max > 0 && to.delivered >= to.max) to.receiver.forget(to);
  }

  return {
    add: subscriptions.add,
    remove: subscriptions.remove,
    publish(message, from) {
      const matching = subscriptions
        .match(message.subject)
        .filter(({ receiver }) => receiver !== from || from.wantsOwn());
      const chosen = oneOfEachQueue(matching);
      for (const subscription of chosen) deliver(subscription, message);
      return chosen.length;
    },
    answerNoResponders(reply, from) {
      const own = subscriptions.match(reply).find(({ receiver }) => receiver === from);
      if (own === undefined) return;
      const { length } = NO_RESPONDERS;
      const message: Publish = {
        op: 'pub',
        subject: reply,
        reply: undefined,
        headerBytes: length,
        payload: NO_RESPONDERS,
      };
      deliver(own, message);
    },
  };
}

/** All plain subscriptions, and a random member of each queue group. */
function oneOfEachQueue(matching: readonly Subscription[]): Subscription[] {
  const chosen: Subscription[] = [];
  const groups = new Map<string, Subscription[]>();
  for (const subscription of matching) {
    if (subscription.queue === undefined) chosen.push(subscription);
    else {
      const group = groups.get(subscription.queue);
      if (group === undefined) groups.set(subscription.queue, [subscription]);
      else group.push(subscription);
    }
  }
  for (const group of groups.values()) {
    const member = group[Math.floor(Math.random() * group.length)];
    if (member !== undefined) chosen.push(member);
  }
  return chosen;
}

function encode(to: Subscription, { subject, reply, headerBytes, payload }: Publish): readonly Buffer[] {
  const address = reply === undefined ? `${subject} ${to.sid}` : `${subject} ${to.sid} ${reply}`;
  const withHeaders = headerBytes > 0 && to.receiver.wantsHeaders();
  const body = withHeaders ? payload : payload.subarray(headerBytes);
  const line = withHeaders
    ? `HMSG ${address} ${headerBytes} ${payload.length}\r\n`
    : `MSG ${address} ${body.length}\r\n`;
  return [Buffer.from(line, 'latin1'), body, END];
}
