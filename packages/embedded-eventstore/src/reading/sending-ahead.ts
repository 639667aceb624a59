import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** How much of a call's answers may be on its way to the client, in bytes; then the call waits. */
const unsentLimit = 128 * 1024;

/**
 * Takes the next message of a call while the one before it is still being sent. Left to itself, the library gives
 * each message a packet, and a turn of the event loop, of its own.
 */
export const sendingAhead: ServerInterceptor = (_, call) => new AheadCall(call);

class AheadCall extends ServerInterceptingCall {
  #unsent = 0;
  #goOn: (() => void) | undefined;

  override sendMessage(message: unknown, goOn: () => void): void {
    const size = Buffer.isBuffer(message) ? message.length : 0;
    this.#unsent += size;
    super.sendMessage(message, () => {
      this.#unsent -= size;
      const waiting = this.#goOn;
      this.#goOn = undefined;
      waiting?.();
    });
    if (this.#unsent < unsentLimit) goOn();
    else this.#goOn = goOn;
  }
}
