import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** The error of a call, which the client finds in the trailers. */
export class CallError extends Error implements Partial<StatusObject> {
  override name = 'CallError';
  readonly metadata = new Metadata();
  constructor(
    readonly code: status,
    readonly details: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, headerText(value));
  }
}

/** Trailers have printable ASCII only: other characters would break the answer. */
const headerText = (text: string): string => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text));

export const invalidArgument = (details: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, details);

export const unimplemented = (what: string): CallError =>
  new CallError(status.UNIMPLEMENTED, `this embedded server does not support ${what}`);

export const shuttingDown = (): CallError => new CallError(status.UNAVAILABLE, 'the server is shutting down');

/** A fault in the handler of a call, which the real server does not explain. */
export const handlerFault = (): CallError =>
  new CallError(status.UNKNOWN, 'Exception was thrown by handler.');

/** The error of a reader that begins inside a record. */
export const invalidPosition = (): CallError =>
  new CallError(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');

/** The end of a live subscription to 23.10 that takes its events too slowly. */
export const consumerTooSlow = (): CallError =>
  new CallError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const accessDenied = (): CallError =>
  new CallError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const streamDeleted = (stream: string): CallError =>
  new CallError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** @param current the stream's revision, -1 for none */
export const wrongExpectedVersion = (
  operation: string,
  stream: string,
  expected: number,
  current: number,
): CallError =>
  new CallError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': current < 0 ? '' : String(current),
    },
  );

/** @param limit in bytes */
export const maximumAppendSizeExceeded = (limit: number): CallError =>
  new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

/** An event that is larger than each event of an append may be; sizes in bytes. */
export interface TooLargeEvent {
  readonly id: string;
  readonly size: number;
  readonly limit: number;
}

export const maximumAppendEventSizeExceeded = ({ id, size, limit }: TooLargeEvent): CallError =>
  new CallError(
    status.INVALID_ARGUMENT,
    `Event with Id: ${id}, Size: ${size}, exceeds Maximum Append Event Size of ${limit}.`,
    {
      exception: 'maximum-append-event-size-exceeded',
      'maximum-append-event-size': String(limit),
      'event-id': id,
      'proposed-append-event-size': String(size),
    },
  );

export const scavengeNotFound = (id: string): CallError =>
  new CallError(status.NOT_FOUND, 'Scavenge id was invalid.', {
    exception: 'scavenge-not-found',
    'scavenge-id': id,
  });

/** The error with which a call ends. An unexpected fault is described in full: it is a bug of this server. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError(status.INTERNAL, error instanceof Error ? error.message : String(error));
}
