import { Metadata } from '@grpc/grpc-js';

/** A follower may name a leader that has become a follower since. */
export const maxHops = 3;

/** Returns the event store's name for the reason why it ended a call; undefined for any other error. */
export function exceptionOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('metadata' in error) || !(error.metadata instanceof Metadata)) return;
  return error.metadata.get('exception')[0]?.toString();
}
