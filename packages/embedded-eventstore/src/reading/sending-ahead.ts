import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** The bytes of a call's answers that may be on their way to the client; with more, the call waits. */
const unsentLimit = 128 * 1024;

/**
 * Takes the next message of a call while the previous one is still being sent. Otherwise the library would give each
 * message a packet, and a turn of the event loop, of its own.
 */
export const sendingAhead: ServerInterceptor = (_, call) => new AheadCall(call);

class AheadCall extends ServerInterceptingCall {
  #unsent = 0;
  #resume: (() => void) | undefined;

  override sendMessage(message: unknown, resume: () => void): void {
    const size = Buffer.isBuffer(message) ? message.length : 0;
    this.#unsent += size;
    super.sendMessage(message, () => {
      this.#unsent -= size;
      const waiting = this.#resume;
      this.#resume = undefined;
      waiting?.();
    });
    if (this.#unsent < unsentLimit) resume();
    else this.#resume = resume;
  }
}
