import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { toCallError } from '../errors.ts';
import type { ProposedEvent } from '../storage/record.ts';
import * as failures from './batch-errors.ts';
import type { BatchRequest } from './batch-request.ts';
import { type AppendResponse, batchResponse } from './batch-responses.ts';
import type { Expected } from './expectations.ts';
import { expectedOf, nameOf } from './proposals.ts';

/** The parts of an append that have arrived. */
export interface PendingAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: ProposedEvent[];
  /** The sum of `sizeOf` the events. */
  size: number;
  /** Whether the client has been answered, perhaps because the deadline has passed. */
  answered(): boolean;
  /** Answers the client; only the first answer counts. */
  answer(answer: AppendResponse): void;
}

export type AppendCall = ServerDuplexStream<BatchRequest, Buffer>;

/** With so many unanswered appends, no more are read from the connection. */
const pendingLimit = 2048;
/** The longest time of an append, whatever its deadline, in milliseconds. */
const maxTimeoutMs = 10_000;

/** Keeps the appends of one connection until each has been answered, at the latest at its deadline. */
export function createPendingAppends(call: AppendCall) {
  /** Appends with messages still to come. Most appends are one message and never here. */
  const arriving = new Map<string, PendingAppend>();
  const timers = new Set<NodeJS.Timeout>();
  let pendingCount = 0;
  let ended = false;
  let disconnected = false;

  function settle(): void {
    pendingCount -= 1;
    if (pendingCount < pendingLimit && call.isPaused()) call.resume();
    if (ended && pendingCount === 0) call.end();
  }

  function open(id: string, request: BatchRequest, stream: string, expected: Expected): PendingAppend {
    let answered = false;
    const answer = (result: AppendResponse): void => {
      if (answered || disconnected) return;
      answered = true;
      clearTimeout(timer);
      timers.delete(timer);
      if (arriving.get(id) === pending) arriving.delete(id);
      call.write(batchResponse(request.correlationId, stream, result));
      settle();
    };
    const timer = setTimeout(() => answer(failures.timeout()), remainingMs(request));
    timers.add(timer);
    pendingCount += 1;
    if (pendingCount >= pendingLimit) call.pause();
    const pending = { stream, expected, events: [], size: 0, answered: () => answered, answer };
    if (!request.isFinal) arriving.set(id, pending);
    return pending;
  }

  return {
    /** The append of a request; undefined if it was answered already. */
    find(id: string, request: BatchRequest): PendingAppend | undefined {
      const { options } = request;
      if (arriving.has(id) || !options) return arriving.get(id);
      const refuse = (status: Status): undefined => {
        call.write(batchResponse(request.correlationId, options.streamName.toString(), status));
      };
      if (remainingMs(request) === 0) return refuse(failures.timeout());
      try {
        return open(id, request, nameOf(options.streamName), expectedOf(options.expected));
      } catch (error) {
        return refuse(failures.badRequest(toCallError(error).details));
      }
    },
    /** Ends an append that has arrived completely: its id may now begin another. */
    complete(id: string): void {
      arriving.delete(id);
    },
    /** Ends the call after the last answer: the client sends no more. */
    end(): void {
      ended = true;
      if (pendingCount === 0) call.end();
    },
    /** Drops all appends: the client has gone. */
    abandon(): void {
      disconnected = true;
      for (const timer of timers) clearTimeout(timer);
      arriving.clear();
    },
  };
}

function remainingMs({ options }: BatchRequest): number {
  const remaining = (options?.deadline ?? Infinity) - Date.now();
  return Math.min(Math.max(remaining, 0), maxTimeoutMs);
}
