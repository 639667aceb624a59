import type { StreamingRead } from '@eventstore/db-client';

/** What is left of a read may take so long to come, in milliseconds; then it is called off. */
const restMs = 1_000;

/**
 * Everything that a read of the event store's client gives. Where one is left early, the rest is let through: else it
 * would wait for somebody to read on, and the client would keep it for as long as it lives itself. Only what goes on for
 * long is called off: after a thousand of those, Node takes the connection for broken.
 */
export async function* reading<T>(read: StreamingRead<T>): AsyncGenerator<T> {
  try {
    const all: AsyncIterable<T> = read.iterator({ destroyOnReturn: false });
    for await (const one of all) yield one;
  } finally {
    // One that failed is destroyed.
    if (!read.readableEnded && !read.destroyed) letThrough(read);
  }
}

function letThrough(read: StreamingRead<unknown>): void {
  // An error that nobody hears ends the process.
  read.on('error', nothing);
  // Where it cannot be called off, it never began.
  const timer = setTimeout(() => read.cancel().catch(nothing), restMs).unref();
  read.once('end', () => clearTimeout(timer));
  read.resume();
}

const nothing = (): void => undefined;
