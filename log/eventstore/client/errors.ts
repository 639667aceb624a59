import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** Whether an error, or the end of a call, comes from gRPC. */
export const isStatus = (failure: object): failure is StatusObject =>
  'code' in failure && 'details' in failure && 'metadata' in failure && failure.metadata instanceof Metadata;

/** Returns the event store's name for the reason why it ended a call; undefined for any other error. */
export function exceptionOf(error: unknown): string | undefined {
  return error instanceof Error && isStatus(error) ? textIn(error.metadata, 'exception') : undefined;
}

const textIn = (metadata: Metadata, key: string): string | undefined => metadata.get(key)[0]?.toString();

/** Returns the `host:port` of the leader, where a follower refuses a call and names it. */
export function leaderIn({ metadata }: StatusObject): string | null {
  if (textIn(metadata, 'exception') !== 'not-leader') return null;
  return `${textIn(metadata, 'leader-endpoint-host')}:${textIn(metadata, 'leader-endpoint-port')}`;
}

/** Whether the node is gone: it is unreachable, or it ended a call that the client did not cancel. */
export const isLost = ({ code, details }: StatusObject): boolean =>
  code === status.UNAVAILABLE ||
  (code === status.CANCELLED && details !== 'Cancelled on client') ||
  // A connection that was half closed: https://github.com/grpc/grpc-node/issues/2502
  details.includes('write after end');

/** EventStoreDB refuses to read from within a record; 23.10 does so without a reason. */
export const isInsideRecord = (error: unknown): boolean =>
  error instanceof Error &&
  isStatus(error) &&
  (error.code === status.INVALID_ARGUMENT || error.code === status.UNKNOWN);
