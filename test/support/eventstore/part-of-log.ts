import type { Backlog, EventLog, FeedItem, LogItem } from '../../../log/event-log.ts';
import { caughtUp } from '../../../log/event-log.ts';
import type { FeedCursor } from '../../../log/feed-cursor.ts';
import { StreamErased } from '../../../log/log-errors.ts';

/**
 * A part of a log that other tests use as well, as a log of its own: the names of its streams end with a suffix in the
 * shared log, and the events of all other streams are passed over. Positions are those of the shared log.
 * @param start what is at or before this position is older than the part; null where the shared log was empty
 */
export function partOfLog(log: EventLog, suffix: string, start: bigint | null): EventLog {
  const stored = (stream: string): string => stream + suffix;
  const isOurs = (stream: string): boolean => stream.endsWith(suffix);
  const shown = (stream: string): string => stream.slice(0, -suffix.length);
  const named = <E extends { readonly stream: string }>(event: E): E => ({
    ...event,
    stream: shown(event.stream),
  });

  /** @throws what the work throws, with the name that the test knows */
  async function asNamed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw error instanceof StreamErased ? new StreamErased(shown(error.stream)) : error;
    }
  }

  function item({ position, event, undecoded, passed }: LogItem): LogItem {
    return {
      position,
      ...(passed && { passed: isOurs(passed.stream) ? named(passed) : passed }),
      event: event && isOurs(event.stream) ? named(event) : null,
      ...(undecoded && isOurs(undecoded.stream) && { undecoded: named(undecoded) }),
    };
  }

  function backlog(options: Parameters<EventLog['backlog']>[0]): Backlog {
    const { take, close } = log.backlog({ ...options, after: options.after ?? start });
    return {
      take: async (most) => (await take(most))?.map((one) => (one === caughtUp ? one : item(one))) ?? null,
      close,
    };
  }

  function heard(one: FeedItem): FeedItem {
    const { id, position, stream, revision, bytes } = one;
    const ours = isOurs(stream);
    return {
      id,
      position,
      revision,
      bytes,
      stream: ours ? shown(stream) : stream,
      read() {
        const event = ours ? one.read() : null;
        return event && named(event);
      },
      item: () => item(one.item()),
    };
  }

  async function reserve(signal: AbortSignal): Promise<FeedCursor<FeedItem>> {
    const place = await log.feed.reserve(signal);
    return {
      after: place.after,
      async take(most) {
        const taken = await place.take(most);
        return taken === 'lost' ? taken : taken.map(heard);
      },
      isReady: () => place.isReady(),
      close: () => place.close(),
    };
  }

  return {
    append: (stream, expected, events) => asNamed(log.append(stored(stream), expected, events)),
    async *readStream(stream, fromRevision) {
      const events = log.readStream(stored(stream), fromRevision)[Symbol.asyncIterator]();
      try {
        for (let next; !(next = await asNamed(events.next())).done;) yield named(next.value);
      } finally {
        await events.return?.();
      }
    },
    async readPage(stream, request) {
      const { events, next } = await asNamed(log.readPage(stored(stream), request));
      return { events: events.map(named), next };
    },
    async readEvent(stream, revision) {
      const event = await asNamed(log.readEvent(stored(stream), revision));
      return event && named(event);
    },
    async readLogPage(request) {
      const page = await log.readLogPage(request);
      return page && { ...page, events: page.events.filter(({ stream }) => isOurs(stream)).map(named) };
    },
    backlog,
    async head() {
      const head = await log.head();
      // The part is empty until the shared log has grown.
      return head !== null && start !== null && head <= start ? null : head;
    },
    eventAt: (position) => log.eventAt(position),
    feed: { reserve },
    async *readStored({ from, stream }) {
      const range = { from: from ?? start, stream: stream === undefined ? undefined : stored(stream) };
      for await (const event of log.readStored(range)) if (isOurs(event.stream)) yield named(event);
    },
    eraseStream: (stream) => log.eraseStream(stored(stream)),
    purge: (deleted, memory) => log.purge(deleted, memory),
    ping: () => log.ping(),
    close: () => log.close(),
  };
}
