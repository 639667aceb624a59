import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import { type EventFilter, fits } from '../worded/event-filter.ts';
import { type Act, type ActOrder, inOrder, openActs } from './acts.ts';
import { destinationsNamedIn, type TrailSource, type TrailSources } from './trail-sources.ts';

export interface TrailRequest extends EventFilter {
  readonly limit: number;
  readonly order: ActOrder;
  /** The position after which the page begins, in this order. */
  readonly after?: bigint | undefined;
}

export interface TrailPage {
  readonly acts: readonly Act[];
  /** The position after which further acts follow; null on the last page. */
  readonly next: bigint | null;
  /** The time before which corrections of answers are not listed; null if all are. */
  readonly correctionsSince: string | null;
}

export interface AccountTrail {
  /** Returns acts of an account that fit, newest or oldest first. @throws LogUnavailable */
  page(accountId: string, request: TrailRequest): Promise<TrailPage>;
}

/** The clocks of processes, which documents have their times from, and that of the log differ by less. */
const slackMs = 300_000;
const pageSize = 100;
/** So many streams are read at a time. */
const atOnce = 8;

interface TrailDeps {
  readonly log: Pick<EventLog, 'readPage' | 'readStream'>;
  readonly sources: TrailSources;
}

/** Streams in the order of a page, with the time beyond which a stream has no act. */
function ordered(sources: readonly TrailSource[], { order, since, until }: TrailRequest) {
  const lastOf = ({ changedAt }: TrailSource) =>
    changedAt === null ? Infinity : Date.parse(changedAt) + slackMs;
  const firstOf = ({ createdAt }: TrailSource) =>
    createdAt === null ? -Infinity : Date.parse(createdAt) - slackMs;
  const possible = sources.filter(
    (source) =>
      (since === undefined || lastOf(source) >= since.getTime()) &&
      (until === undefined || firstOf(source) < until.getTime()),
  );
  return order === 'desc'
    ? possible
        .map(({ stream, ...times }) => ({ stream, edge: lastOf({ stream, ...times }) }))
        .sort((a, b) => b.edge - a.edge)
    : possible
        .map(({ stream, ...times }) => ({ stream, edge: firstOf({ stream, ...times }) }))
        .sort((a, b) => a.edge - b.edge);
}

export function accountTrail({ log, sources }: TrailDeps): AccountTrail {
  /** Returns the first acts of a stream that fit, at most one more than the page has. */
  async function actsIn(stream: string, { limit, order, after, ...filter }: TrailRequest) {
    const isWanted = fits(filter);
    const { since, until } = filter;
    const acts = openActs(order);
    const direction = order === 'asc' ? 'forwards' : 'backwards';
    const isOver = ({ recordedAt }: RecordedEvent) =>
      order === 'asc'
        ? until !== undefined && recordedAt >= until
        : since !== undefined && recordedAt < since;
    try {
      for (let from: number | undefined; ;) {
        const page = await log.readPage(stream, { direction, from, limit: pageSize });
        page.events.filter(isWanted).forEach(acts.take);
        const last = page.events.at(-1);
        const isEnd = page.next === null || (last !== undefined && isOver(last));
        const found = acts.after(after, limit + 1, isEnd ? null : (last?.recordedAt ?? null));
        if (isEnd || (last && found.isSettled)) return found.acts;
        from = page.next;
      }
    } catch (error) {
      // What was erased leaves the trail, as it leaves the log.
      if (!(error instanceof StreamErased)) throw error;
      return [];
    }
  }

  async function sourcesOf(accountId: string) {
    const own: RecordedEvent[] = [];
    for await (const event of log.readStream(streamOf.account(accountId))) own.push(event);
    const [things, corrections] = await Promise.all([
      sources.things(accountId),
      sources.corrections(accountId),
    ]);
    const destinations = [...destinationsNamedIn(own)].map(streamOf.destination);
    const always = [
      streamOf.account(accountId),
      streamOf.audit(accountId),
      streamOf.membership(accountId),
      streamOf.paymentProvider(accountId, 'stripe'),
      ...destinations,
    ];
    const byStream = new Map<string, TrailSource>();
    for (const source of [...things, ...corrections.sources]) byStream.set(source.stream, source);
    for (const stream of always) byStream.set(stream, { stream, createdAt: null, changedAt: null });
    return { found: [...byStream.values()], correctionsSince: corrections.completeSince };
  }

  return {
    async page(accountId, request) {
      const { limit, order } = request;
      const { found, correctionsSince } = await sourcesOf(accountId);
      const streams = ordered(found, request);
      let acts: Act[] = [];
      for (let at = 0; at < streams.length; at += atOnce) {
        const some = streams.slice(at, at + atOnce);
        // The page is full of acts that come before everything in the streams that follow.
        const last = acts.length > limit ? acts.at(-1)?.event.recordedAt.getTime() : undefined;
        const edge = some[0]?.edge ?? 0;
        if (last !== undefined && (order === 'desc' ? edge < last : edge > last)) break;
        const more = await Promise.all(some.map(({ stream }) => actsIn(stream, request)));
        acts = [...acts, ...more.flat()].sort(inOrder(order)).slice(0, limit + 1);
      }
      const shown = acts.slice(0, limit);
      return {
        acts: shown,
        next: acts.length > limit ? (shown.at(-1)?.event.position ?? null) : null,
        correctionsSince,
      };
    },
  };
}

/** Yields every act that fits, newest first, a page at a time. @throws LogUnavailable */
export async function* allActs(
  trail: AccountTrail,
  accountId: string,
  filter: EventFilter,
): AsyncGenerator<readonly Act[]> {
  for (let after: bigint | undefined; ;) {
    const page = await trail.page(accountId, { ...filter, order: 'desc', limit: 500, after });
    yield page.acts;
    if (page.next === null) return;
    after = page.next;
  }
}
