import { createTransientMap, type TransientMap } from '../../async/transient-map.ts';
import { encode } from '../codec.ts';
import { type Appended, type NewEvent, noStream } from '../event-log.ts';
import { AppendTooLarge, ConcurrencyConflict, LogUnavailable, StreamErased } from '../log-errors.ts';
import {
  type AppendCall,
  type AppendRefusal,
  type AppendReply,
  appendRequest,
  decodeAppendReply,
  exceptionOf,
} from './client/index.ts';
import { maxHops } from './pages.ts';

export interface Appends {
  /**
   * Appends all of `events` or none. @throws ConcurrencyConflict, StreamErased, AppendTooLarge,
   * LogUnavailable, UnreadableEvent
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>;
  /** Rejects the appends that still wait, and every later one at once. */
  close(): void;
}

interface PendingAppend {
  readonly message: Buffer;
  readonly stream: string;
  readonly expected: number;
  /** The call on which it was sent; null until then. */
  call: AppendCall | null;
  readonly sentAt: number;
  /** How often followers have refused it. */
  refusals: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/** The server replies at the deadline; the margin is for a server that does not reply at all. */
const marginMs = 1_000;

/**
 * Appends through one call, as the client does: each append is a message, and its reply has the same number.
 * @param open opens a call; called again after the call is lost
 */
export function openAppends(open: () => Promise<AppendCall>, timeoutMs: number): Appends {
  // Oldest first, so that usually only the first deadline must be checked: cheaper than a timer for each
  // append.
  const pending = createTransientMap<number, PendingAppend>();
  let count = 0;
  let current: AppendCall | null = null;
  let opening: Promise<AppendCall> | null = null;
  let isClosed = false;
  /** When the last reply arrived, in monotonic milliseconds. */
  let repliedAt = -Infinity;

  async function connect(): Promise<AppendCall> {
    try {
      const call = await open();
      if (isClosed) {
        call.on('error', () => undefined);
        call.cancel();
        throw closed();
      }
      call.on('data', (message) => receive(call, message));
      call.on('error', (error) => loseCall(call, error));
      call.on('end', () => loseCall(call, new Error('the call ended')));
      current = call;
      return call;
    } finally {
      opening = null;
    }
  }

  function receive(call: AppendCall, message: Buffer): void {
    try {
      const reply = decodeAppendReply(message);
      repliedAt = performance.now();
      resolvePending(pending, reply);
    } catch (error) {
      loseCall(call, error);
      call.cancel();
    }
  }

  function loseCall(call: AppendCall | null, error: unknown): void {
    if (current === call) current = null;
    for (const [number, waiting] of pending.entries()) {
      if (waiting.call !== call) continue;
      // The ids of its events make a repeated append idempotent, even if it took place before the refusal.
      if (isRefusedByFollower(error) && ++waiting.refusals <= maxHops) resend(number, waiting);
      else pending.take(number)?.reject(new LogUnavailable(error));
    }
  }

  function resend(number: number, waiting: PendingAppend): void {
    waiting.call = null;
    send(number);
  }

  function send(number: number): void {
    if (current) return write(number, current);
    opening ??= connect();
    opening.then(
      (call) => write(number, call),
      (error: unknown) => pending.take(number)?.reject(new LogUnavailable(error)),
    );
  }

  function write(number: number, call: AppendCall): void {
    const waiting = pending.get(number);
    if (!waiting) return;
    waiting.call = call;
    call.write(waiting.message);
  }

  /** A call that answers none of its appends is lost without an error: it would answer no later one either. */
  function rejectOverdue(): void {
    const dueAt = performance.now() - timeoutMs - marginMs;
    const lost = new Error(`no answer within ${timeoutMs} ms`);
    for (const [number, { sentAt, call }] of pending.entries()) {
      if (sentAt > dueAt) break;
      pending.take(number)?.reject(new LogUnavailable(lost));
      if (call === null || call !== current || repliedAt > sentAt) continue;
      loseCall(call, lost);
      call.cancel();
    }
  }

  // After what has arrived was read: a process that did not run for a while finds its replies and its deadlines at once.
  const look = (): NodeJS.Immediate => setImmediate(rejectOverdue);
  const deadlineTimer = setInterval(look, Math.min(timeoutMs / 10, 500)).unref();

  return {
    append: (stream, expected, events) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new LogUnavailable(closed()));
        const number = ++count;
        const message = appendRequest(number, {
          stream,
          expected: expected === noStream ? 'no stream' : expected,
          events: events.map((event) => encodedEvent(event, stream)),
          timeoutMs,
        });
        const sentAt = performance.now();
        pending.set(number, {
          message,
          stream,
          expected,
          sentAt,
          resolve,
          reject,
          call: null,
          refusals: 0,
        });
        send(number);
      }),
    close() {
      isClosed = true;
      clearInterval(deadlineTimer);
      rejectAll(pending, closed());
    },
  };
}

const encodedEvent = ({ id, event, metadata }: NewEvent, stream: string) => {
  const { data, metadata: encodedMetadata } = encode(event, metadata, stream);
  return { id, type: event.type, data, metadata: encodedMetadata };
};

const closed = (): Error => new Error('the log is closed');

function resolvePending(
  pending: TransientMap<number, PendingAppend>,
  { number, outcome }: AppendReply,
): void {
  const waiting = pending.take(number);
  if ('kind' in outcome) waiting?.reject(errorOf(outcome, waiting));
  else waiting?.resolve(waiting.refusals > 0 ? { ...outcome, resent: true } : outcome);
}

function rejectAll(pending: TransientMap<number, PendingAppend>, reason: Error): void {
  for (const [number] of pending.entries()) pending.take(number)?.reject(new LogUnavailable(reason));
}

/** KurrentDB 25 also limits each event of an append. */
const tooLarge = /\.MaximumAppend(Event)?SizeExceeded$/;

/** Whether a follower refused the append; the client then connects to the leader that the error names. */
const isRefusedByFollower = (error: unknown): boolean => exceptionOf(error) === 'not-leader';

function errorOf({ kind, message }: AppendRefusal, { stream, expected }: PendingAppend): Error {
  if (kind.endsWith('.WrongExpectedVersion')) return new ConcurrencyConflict(stream, expected);
  if (kind.endsWith('.StreamDeleted')) return new StreamErased(stream);
  if (tooLarge.test(kind)) return new AppendTooLarge(stream);
  return new LogUnavailable(new Error(`the event store refused an append: ${kind} ${message}`));
}
