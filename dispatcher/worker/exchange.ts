import type { Dispatcher } from 'undici';
import { excerptOf } from './responses/excerpt.ts';

/** The used parts of a response: its status, one header, and the first bytes of its body as text. */
export interface ResponseExcerpt {
  readonly status: number;
  readonly retryAfter: string | string[] | undefined;
  readonly excerpt: string;
}

/** Created once: most exchanges succeed, and creating an error captures a stack. */
const done = new Error('over');

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/**
 * Sends one request and reads its response. The head of the response decides: once it is there, the exchange succeeds,
 * whatever its body does, and the excerpt holds the received part of the body. The body is read without a stream; a body above
 * `excerptBytes` is dropped together with its connection. `limitMs` limits the whole exchange.
 * @throws a `TimeoutError` if there is no head within the limit, and any error of the exchange before its head
 */
export const exchange = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<ResponseExcerpt> =>
  new Promise((resolve, reject) =>
    dispatcher.dispatch(request, new ExchangeHandler(limits, resolve, reject)),
  );

interface ExchangeLimits {
  readonly limitMs: number;
  readonly excerptBytes: number;
}

/** Settles the promise of one exchange, whose events it gets. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #excerptBytes: number;
  readonly #resolve: (response: Promise<ResponseExcerpt>) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  /** Copied: a chunk is a view that keeps the whole buffer of the socket in memory. */
  #excerpt: Buffer | null = null;
  #size = 0;
  #head: Head | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  /** Set once the promise is settled. */
  #failure: Error | null = null;

  constructor(
    { limitMs, excerptBytes }: ExchangeLimits,
    resolve: (response: Promise<ResponseExcerpt>) => void,
    reject: (error: Error) => void,
  ) {
    this.#excerptBytes = excerptBytes;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#timeOut(), limitMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request waited too long for its connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#excerpt ??= Buffer.allocUnsafe(this.#excerptBytes);
    if (this.#size < this.#excerptBytes) chunk.copy(this.#excerpt, this.#size);
    this.#size += chunk.length;
    if (this.#size <= this.#excerptBytes) return;
    this.#end(done);
    controller.abort(new Error('the response exceeds the limit'));
  }

  onResponseEnd(): void {
    this.#end(done);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #timeOut(): void {
    const error = tooSlow();
    this.#end(error);
    this.#controller?.abort(error);
  }

  #end(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    clearTimeout(this.#timer);
    if (!this.#head)
      return this.#reject(error === done ? new Error('the response ended before its head') : error);
    const bytes = this.#excerpt?.subarray(0, Math.min(this.#size, this.#excerptBytes)) ?? Buffer.alloc(0);
    this.#resolve(responseOf(this.#head, bytes, this.#excerptBytes));
  }
}

async function responseOf(
  { status, headers }: Head,
  body: Buffer,
  maxBytes: number,
): Promise<ResponseExcerpt> {
  const textOf = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  const read = { contentType: textOf('content-type'), contentEncoding: textOf('content-encoding') };
  const excerpt = await excerptOf(body, read, maxBytes);
  return { status, retryAfter: headers['retry-after'], excerpt };
}

/** Returns the error of an exceeded time limit. */
export const tooSlow = (): Error => new DOMException('too slow', 'TimeoutError');
