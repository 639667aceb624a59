/**
 * The client of EventStoreDB rejects an append that its connection lost, and once more, where nobody can hear it,
 * if that append was still waiting for room to be sent. Node ends a process over such a rejection.
 */
const isEchoOfLostAppend = (reason: unknown): boolean =>
  reason instanceof Error &&
  'code' in reason &&
  'metadata' in reason &&
  /\bbatchAppend\b/.test(reason.stack ?? '');

/**
 * Lets the process live through the second rejection of lost appends; any other that nobody handles is thrown,
 * and ends the process as it does by default.
 * @param tell told of each
 * @returns takes it back
 */
export function surviveLostAppends(tell: (reason: unknown) => void = () => undefined): () => void {
  const listener = (reason: unknown): void => {
    if (!isEchoOfLostAppend(reason)) throw reason;
    tell(reason);
  };
  process.on('unhandledRejection', listener);
  return () => void process.off('unhandledRejection', listener);
}
