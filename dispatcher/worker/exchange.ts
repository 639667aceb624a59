import type { Dispatcher } from 'undici';

/** A response as far as it is of use: its status, one header, and the first bytes of its body as text. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | string[] | undefined;
  readonly excerpt: string;
}

/** Made once: most exchanges end well, and an error looks for its stack. */
const over = new Error('over');

/**
 * Sends one request and hears its response, without a stream for a body that is dropped after some bytes. A longer
 * body is dropped with its connection.
 * @param limitMs for the whole exchange
 * @throws a `TimeoutError` past the limit, and whatever else the exchange failed of
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { limitMs, excerptBytes }: { limitMs: number; excerptBytes: number },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let head: Omit<Answer, 'excerpt'> | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    /** Set once it is over for whoever waits. */
    let why: Error | null = null;

    function end(error: Error): boolean {
      if (why) return false;
      why = error;
      clearTimeout(timer);
      return true;
    }
    function fail(error: Error): void {
      if (end(error)) reject(error);
    }
    function succeed(): void {
      if (!head) return fail(new Error('a response ended before it began'));
      if (end(over))
        resolve({ ...head, excerpt: Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8') });
    }
    const timer = setTimeout(() => {
      const error = tooSlow();
      fail(error);
      controller?.abort(error);
    }, limitMs);

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // It waited for its connection for too long.
        if (why) started.abort(why);
      },
      onResponseStart(_, status, headers) {
        // What comes before the response proper says nothing.
        if (status >= 200) head = { status, retryAfter: headers['retry-after'] };
      },
      onResponseData(of, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= excerptBytes) return;
        succeed();
        of.abort(new Error('enough was read'));
      },
      onResponseEnd: succeed,
      onResponseError: (_, error) => fail(error),
    });
  });
}

/** What a limit of time is passed with. */
export const tooSlow = (): Error => new DOMException('too slow', 'TimeoutError');
