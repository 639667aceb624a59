import { kindOf } from '../../../domain/sentences/event-kinds.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import { fits, type WordedFilter } from '../worded/worded-history.ts';
import { destinationsNamedIn, type TrailSource, type TrailSources } from './trail-sources.ts';

export interface TrailRequest extends WordedFilter {
  readonly limit: number;
  /** The position before which the page begins. */
  readonly before?: bigint | undefined;
}

export interface TrailPage {
  /** Newest first. */
  readonly acts: readonly RecordedEvent[];
  /** The position before which older acts follow; null on the last page. */
  readonly before: bigint | null;
  /** The time before which corrections of answers are not listed; null if all are. */
  readonly correctionsSince: string | null;
}

export interface AccountTrail {
  /** Returns the newest acts of an account that fit. @throws LogUnavailable */
  page(accountId: string, request: TrailRequest): Promise<TrailPage>;
}

/** What people and keys did, and what the service did to a destination of theirs by itself. */
const isAct = ({ event, metadata, stream }: RecordedEvent): boolean => {
  if (kindOf(event.type) === 'service') return false;
  // Of a submission, only corrections are acts; who sent it is in its history.
  if (stream.startsWith('submission-')) return event.type === 'SubmissionCorrected';
  return metadata.actor.kind !== 'system' || event.type === 'DestinationDisabled';
};

/** The clocks of processes, which documents have their times from, and that of the log differ by less. */
const slackMs = 300_000;
const pageSize = 100;
/** So many streams are read at a time. */
const atOnce = 8;

const newestFirst = (a: RecordedEvent, b: RecordedEvent): number => (a.position > b.position ? -1 : 1);

interface TrailDeps {
  readonly log: Pick<EventLog, 'readPage' | 'readStream'>;
  readonly sources: TrailSources;
}

export function accountTrail({ log, sources }: TrailDeps): AccountTrail {
  /** Returns the newest acts of a stream that fit, at most one more than the page has. */
  async function actsIn(stream: string, { limit, before, since, ...filter }: TrailRequest) {
    const isWanted = fits({ since, ...filter });
    const acts: RecordedEvent[] = [];
    try {
      for (let from: number | undefined, more = true; more && acts.length <= limit;) {
        const page = await log.readPage(stream, { direction: 'backwards', from, limit: pageSize });
        for (const event of page.events)
          if (isAct(event) && isWanted(event) && (before === undefined || event.position < before))
            acts.push(event);
        const isOver = since !== undefined && (page.events.at(-1)?.recordedAt ?? since) < since;
        more = page.next !== null && !isOver;
        from = page.next ?? undefined;
      }
    } catch (error) {
      // What was erased leaves the trail, as it leaves the log.
      if (!(error instanceof StreamErased)) throw error;
    }
    return acts.slice(0, limit + 1);
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
      streamOf.paymentProvider(accountId, 'stripe'),
      ...destinations,
    ];
    const byStream = new Map<string, TrailSource>();
    for (const source of [...things, ...corrections.sources]) byStream.set(source.stream, source);
    for (const stream of always) byStream.set(stream, { stream, changedAt: null });
    return { found: [...byStream.values()], correctionsSince: corrections.completeSince };
  }

  return {
    async page(accountId, request) {
      const { limit, since } = request;
      const { found, correctionsSince } = await sourcesOf(accountId);
      const timeOf = ({ changedAt }: TrailSource) =>
        changedAt === null ? Infinity : Date.parse(changedAt) + slackMs;
      const ordered = found
        .map((source) => ({ ...source, lastAt: timeOf(source) }))
        .filter(({ lastAt }) => since === undefined || lastAt >= since.getTime())
        .sort((a, b) => b.lastAt - a.lastAt);
      let acts: RecordedEvent[] = [];
      for (let at = 0; at < ordered.length; at += atOnce) {
        const some = ordered.slice(at, at + atOnce);
        // The page is full of acts that are newer than everything in the streams that follow.
        const oldest = acts.length > limit ? acts.at(-1)?.recordedAt.getTime() : undefined;
        if (oldest !== undefined && (some[0]?.lastAt ?? 0) < oldest) break;
        const more = await Promise.all(some.map(({ stream }) => actsIn(stream, request)));
        acts = [...acts, ...more.flat()].sort(newestFirst).slice(0, limit + 1);
      }
      const shown = acts.slice(0, limit);
      return {
        acts: shown,
        before: acts.length > limit ? (shown.at(-1)?.position ?? null) : null,
        correctionsSince,
      };
    },
  };
}

/** Yields every act that fits, newest first, a page at a time. @throws LogUnavailable */
export async function* allActs(
  trail: AccountTrail,
  accountId: string,
  filter: WordedFilter,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let before: bigint | undefined; ;) {
    const page = await trail.page(accountId, { ...filter, limit: 500, before });
    yield page.acts;
    if (page.before === null) return;
    before = page.before;
  }
}
