import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { turnBatch } from '../../async/turn-batch.ts';
import { NotSent } from '../../dispatcher/worker/semaphores.ts';
import type {
  WebhookClient,
  WebhookClientOptions,
  WebhookRequest,
} from '../../dispatcher/worker/webhook-client.ts';
import { AttemptOutcome } from '../../domain/delivery/events.ts';
import { createWorker } from '../../packages/embedded-server/src/spawn.ts';
import { entries } from '../entries.ts';

const Exchange = Type.Object({
  outcome: AttemptOutcome,
  durationMs: Type.Number(),
  retryAfterMs: Type.Union([Type.Number(), Type.Null()]),
});
type Exchange = Static<typeof Exchange>;
/** A request without an exchange was not sent: others were under way. */
const Reply = Type.Object({ id: Type.Integer(), exchange: Type.Union([Exchange, Type.Null()]) });
const validReplies = Compile(Type.Array(Reply));
type Message = { readonly id: number } & WebhookRequest;

interface Pending {
  readonly settle: (exchange: Exchange | null) => void;
  readonly sentAt: number;
}

export interface WebhookClientThread extends WebhookClient {
  /** Starts the thread ahead of the first request: until it has loaded its modules, it sends nothing. */
  start(): void;
}

interface Thread {
  /** A message costs more than its bytes: those of a turn go together. */
  send(message: Message | 'cancel waiting' | 'close'): void;
  /** The requests that have no reply yet, oldest first. */
  readonly pending: Map<number, Pending>;
  readonly ended: Promise<void>;
}

const lost: Exchange = {
  outcome: {
    kind: 'error',
    errorClass: 'network',
    message: 'the part of the service that sends webhooks was restarted',
  },
  durationMs: 0,
  retryAfterMs: null,
};

/** How much longer than its two tries and its wait for others a request may take, in milliseconds, before its thread is ended. */
const defaultMarginMs = 10_000;

/**
 * Opens a webhook client in a thread of its own: floods of bytes from hostile receivers occupy that thread, not the one that
 * answers requests. A thread that ends is replaced by the next request, and one that does not answer is ended.
 */
export function openWebhookClientThread(
  options: Required<Pick<WebhookClientOptions, 'allowHosts' | 'limitMs'>>,
  marginMs = defaultMarginMs,
): WebhookClientThread {
  const silentMs = 2 * options.limitMs + marginMs;
  let thread: Thread | undefined;
  let lastId = 0;

  function startThread(): Thread {
    const worker = createWorker(entries.webhookClient, {
      ...options,
      allowHosts: [...options.allowHosts],
    });
    const pending: Thread['pending'] = new Map();
    worker.on('message', (message: unknown) => {
      for (const { id, exchange } of validReplies.Parse(message)) {
        pending.get(id)?.settle(exchange);
        pending.delete(id);
      }
    });
    // The requests that it had say so.
    worker.on('error', () => undefined);
    const timer = setInterval(() => {
      const [oldest] = pending.values();
      if (oldest && performance.now() - oldest.sentAt > silentMs) void worker.terminate();
    }, silentMs / 10).unref();
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        clearInterval(timer);
        if (thread?.pending === pending) thread = undefined;
        for (const { settle } of pending.values()) settle(lost);
        resolve();
      });
    });
    return { send: turnBatch((messages) => worker.postMessage(messages)), pending, ended };
  }

  return {
    start: () => void (thread ??= startThread()),
    post: (request) =>
      new Promise((resolve, reject) => {
        const { send, pending } = (thread ??= startThread());
        const id = ++lastId;
        const settle: Pending['settle'] = (exchange) =>
          exchange ? resolve(exchange) : reject(new NotSent());
        pending.set(id, { settle, sentAt: performance.now() });
        send({ id, ...request });
      }),
    cancelWaiting: () => thread?.send('cancel waiting'),
    async close() {
      thread?.send('close');
      await thread?.ended;
    },
  };
}
