import type { StreamingRead } from '@eventstore/db-client';

/**
 * Everything that a long read of the event store's client gives. One that is left early is called off, and what has come
 * of it is let through: else it would wait for somebody to read on, and the client would keep it for as long as it lives
 * itself. A short one is better read to its end: after a thousand of those that were called off, Node takes the
 * connection for broken.
 */
export async function* reading<T>(read: StreamingRead<T>): AsyncGenerator<T> {
  let isLeft = true;
  try {
    const all: AsyncIterable<T> = read.iterator({ destroyOnReturn: false });
    for await (const one of all) yield one;
    isLeft = false;
  } catch (error) {
    isLeft = false;
    throw error;
  } finally {
    if (isLeft) callOff(read);
  }
}

function callOff(read: StreamingRead<unknown>): void {
  // An error that nobody hears ends the process.
  read.on('error', nothing);
  read.resume();
  // Where it cannot be called off, it never began.
  read.cancel().catch(nothing);
}

const nothing = (): void => undefined;
