import type { Dispatcher } from 'undici';

/** The used parts of a response: its status, one header, and the first bytes of its body as text. */
export interface ResponseExcerpt {
  readonly status: number;
  readonly retryAfter: string | string[] | undefined;
  readonly excerpt: string;
}

/** A receiver may send this many interim (1xx) responses. */
const maxInterim = 10;

/** Created once: most exchanges succeed, and creating an error captures a stack. */
const done = new Error('over');

/**
 * Sends one request and reads its response. The body is read without a stream; a body above `excerptBytes` is
 * dropped together with its connection.
 * @param limitMs the limit for the whole exchange
 * @throws a `TimeoutError` after the limit, and any error of the exchange
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
    let interim = 0;
    let head: Omit<ResponseExcerpt, 'excerpt'> | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    /** Set once the promise is settled. */
    let failure: Error | null = null;

    function end(error: Error): boolean {
      if (failure) return false;
      failure = error;
      clearTimeout(timer);
      return true;
    }
    function fail(error: Error): void {
      if (end(error)) reject(error);
    }
    function succeed(): void {
      if (!head) return fail(new Error('the response ended before its head'));
      const length = Math.min(size, excerptBytes);
      if (end(done)) resolve({ ...head, excerpt: excerpt?.toString('utf8', 0, length) ?? '' });
    }
    const timer = setTimeout(() => {
      const error = tooSlow();
      fail(error);
      controller?.abort(error);
    }, limitMs);

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // The request waited too long for its connection.
        if (failure) started.abort(failure);
      },
      onResponseStart(of, status, headers) {
        if (status >= 200) head = { status, retryAfter: headers['retry-after'] };
        else if (++interim > maxInterim) of.abort(new InvalidResponse('too many interim responses'));
      },
      onResponseData(of, chunk) {
        excerpt ??= Buffer.allocUnsafe(excerptBytes);
        if (size < excerptBytes) chunk.copy(excerpt, size);
        size += chunk.length;
        if (size <= excerptBytes) return;
        succeed();
        of.abort(new Error('the response exceeds the limit'));
      },
      onResponseEnd: succeed,
      onResponseError: (_, error) => fail(error),
    });
  });
}

/** The receiver sends something that no client should have to take. */
export class InvalidResponse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidResponse';
  }
}

/** Returns the error of an exceeded time limit. */
export const tooSlow = (): Error => new DOMException('too slow', 'TimeoutError');
