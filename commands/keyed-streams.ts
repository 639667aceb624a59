import { derivedId } from '../domain/derived-id.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { type EventLog, noStream } from '../log/event-log.ts';
import { StreamErased } from '../log/log-errors.ts';
import { requestLifetimeMs } from '../log/repeated-requests.ts';
import type { Folded } from '../log/stream-cache.ts';

/** The streams that requests with one idempotency key create, and how to read them. */
export interface KeyedStreams<S> {
  /** Names what is created, and by which requests. */
  readonly kind: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly now: () => Date;
  readonly load: (id: string) => Promise<Folded<S>>;
  /** Returns when the state was created, in ISO 8601; null if it does not exist. */
  readonly createdAt: (state: S) => string | null;
  /** How long a repeated request finds what the first one created, in ms; 24 hours by default. */
  readonly lifetimeMs?: number;
  /** Whether what was created no longer exists, so that a repeated request creates the next. */
  readonly isGone?: (state: S) => boolean;
}

/** A stream under an idempotency key. */
export interface KeyedStream<S> {
  /** The id of what it holds, or will hold. */
  readonly id: string;
  readonly folded: Folded<S>;
}

/**
 * Returns the id of what the nth request under an idempotency key creates, from 0. Each is created only after the
 * previous one, so all processes agree on the next, whatever their clocks.
 */
export function keyedId(kind: string, accountId: string, idempotencyKey: string, nth = 0): string {
  const parts = [accountId, kind, idempotencyKey];
  return derivedId(...parts, ...(nth === 0 ? [] : [String(nth)]));
}

/** A stream under an idempotency key that may have been erased. */
interface Read<S> {
  readonly nth: number;
  readonly id: string;
  readonly folded: Folded<S> | StreamErased;
}

/**
 * Finds the stream that a request under an idempotency key concerns: the last that was created, if that is less than
 * the lifetime of the key ago, otherwise the next, which does not exist.
 * @throws StreamErased if the last was erased, LogUnavailable
 */
export async function findKeyed<S>(streams: KeyedStreams<S>): Promise<KeyedStream<S>> {
  let last: Read<S> | null = null;
  let free = await read(streams, 0);
  // All before the last exist, so that a key that is used every day costs few reads.
  while (isTaken(streams, free)) {
    last = free;
    free = await read(streams, 2 * free.nth + 1);
  }
  while (last && free.nth - last.nth > 1) {
    const middle = await read(streams, Math.floor((last.nth + free.nth) / 2));
    if (isTaken(streams, middle)) last = middle;
    else free = middle;
  }
  const { id, folded } = last && !isExpired(streams, last) ? last : free;
  if (folded instanceof StreamErased) throw folded;
  return { id, folded };
}

async function read<S>(streams: KeyedStreams<S>, nth: number): Promise<Read<S>> {
  const id = keyedId(streams.kind, streams.accountId, streams.idempotencyKey, nth);
  try {
    return { nth, id, folded: await streams.load(id) };
  } catch (error) {
    if (error instanceof StreamErased) return { nth, id, folded: error };
    throw error;
  }
}

const isTaken = <S>({ createdAt }: KeyedStreams<S>, { folded }: Read<S>): boolean =>
  folded instanceof StreamErased || createdAt(folded.state) !== null;

function isExpired<S>(
  { createdAt, now, lifetimeMs = requestLifetimeMs, isGone }: KeyedStreams<S>,
  { folded }: Read<S>,
): boolean {
  if (folded instanceof StreamErased) return false;
  if (isGone?.(folded.state)) return true;
  const at = createdAt(folded.state);
  return at !== null && now().getTime() - Date.parse(at) >= lifetimeMs;
}

interface NewIds {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly newId: () => string;
  readonly now: () => Date;
}

/**
 * Returns the id of what a request creates: a repetition within 24 hours gets the id of the first run.
 * @param kind names what is created
 * @param streamOf returns the name of its stream
 * @throws LogUnavailable
 */
export async function idOfNew(
  deps: NewIds,
  kind: string,
  streamOf: (id: string) => string,
  { accountId, requestKey }: Pick<CommandContext, 'accountId' | 'requestKey'>,
): Promise<string> {
  const { log, newId, now } = deps;
  if (requestKey === undefined) return newId();
  const found = await findKeyed<string | null>({
    kind,
    accountId,
    idempotencyKey: requestKey,
    now,
    async load(id) {
      for await (const { recordedAt, revision, position } of log.readStream(streamOf(id)))
        return { state: recordedAt.toISOString(), revision, position };
      return { state: null, revision: noStream, position: null };
    },
    createdAt: (at) => at,
  });
  return found.id;
}
