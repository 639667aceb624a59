import { createInbox, type Msg, type NatsConnection } from 'nats';

/** Why a request has no reply. */
export type Unanswered = 'no worker' | 'timeout';

/** Sends requests. All replies come by one subscription, which the client's own requests would not share cheaply. */
export interface Requests {
  /** Never throws: a connection that is closed gives no reply in time. */
  request(subject: string, payload: string, timeoutMs: number): Promise<Msg | Unanswered>;
}

const noResponders = 503;

export function openRequests(connection: NatsConnection): Requests {
  const inbox = createInbox();
  const waiting = new Map<string, (reply: Msg | Unanswered) => void>();
  let sent = 0;

  connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      if (error) return;
      const settle = waiting.get(message.subject);
      const hasNoWorker = message.data.length === 0 && message.headers?.code === noResponders;
      settle?.(hasNoWorker ? 'no worker' : message);
    },
  });

  return {
    request: (subject, payload, timeoutMs) =>
      new Promise((resolve) => {
        const reply = `${inbox}.${(sent += 1)}`;
        const settle = (answer: Msg | Unanswered): void => {
          clearTimeout(timer);
          waiting.delete(reply);
          resolve(answer);
        };
        const timer = setTimeout(() => settle('timeout'), timeoutMs);
        waiting.set(reply, settle);
        try {
          connection.publish(subject, payload, { reply });
        } catch {
          settle('timeout');
        }
      }),
  };
}
