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
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { limitMs, excerptBytes }: { limitMs: number; excerptBytes: number },
): Promise<ResponseExcerpt> {
  return new Promise((resolve, reject) => {
    // Copied: a chunk is a view that keeps the whole buffer of the socket in memory.
    let excerpt: Buffer | null = null;
    let size = 0;
    let head: Head | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    /** Set once the promise is settled. */
    let failure: Error | null = null;

    function end(error: Error): void {
      if (failure) return;
      failure = error;
      clearTimeout(timer);
      if (!head) return reject(error === done ? new Error('the response ended before its head') : error);
      const bytes = excerpt?.subarray(0, Math.min(size, excerptBytes)) ?? Buffer.alloc(0);
      resolve(responseOf(head, bytes, excerptBytes));
    }
    const timer = setTimeout(() => {
      const error = tooSlow();
      end(error);
      controller?.abort(error);
    }, limitMs);

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // The request waited too long for its connection.
        if (failure) started.abort(failure);
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) head = { status, headers };
      },
      onResponseData(of, chunk) {
        excerpt ??= Buffer.allocUnsafe(excerptBytes);
        if (size < excerptBytes) chunk.copy(excerpt, size);
        size += chunk.length;
        if (size <= excerptBytes) return;
        end(done);
        of.abort(new Error('the response exceeds the limit'));
      },
      onResponseEnd: () => end(done),
      onResponseError: (_, error) => end(error),
    });
  });
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
