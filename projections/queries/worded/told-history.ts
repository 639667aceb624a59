import { actorText } from '../../../domain/sentences/authors.ts';
import { type EventKind, kindOf } from '../../../domain/sentences/event-kinds.ts';
import { sentenceOf } from '../../../domain/sentences/sentence-of.ts';
import { idIn, streamOf } from '../../../domain/stream-names.ts';
import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { HistoryKind } from '../history.ts';
import type { WordedChange } from './aspects.ts';
import { type NamedPart, openNames } from './names.ts';
import { type Step, storiesOf } from './stories.ts';
import { wordingAt } from './wording.ts';

/** Which events of a history are told. Times are compared with those of the log. */
export interface ToldFilter {
  /** As `actorText` writes it. */
  readonly by?: string | undefined;
  readonly kind?: EventKind | undefined;
  /** Included. */
  readonly since?: Date | undefined;
  /** Excluded. */
  readonly until?: Date | undefined;
}

/** An event in words. */
export interface ToldEvent {
  readonly event: RecordedEvent;
  /** Who did what, with names. */
  readonly sentence: readonly NamedPart[];
  /** What changed, or with what the thing began. */
  readonly changes: readonly WordedChange[];
  readonly isBeginning: boolean;
}

export interface ToldPage {
  /** Newest first. */
  readonly events: readonly ToldEvent[];
  /** The revision before which older events follow; null on the last page. */
  readonly before: number | null;
  /** Every actor of the history, in the order of their first event. */
  readonly actors: readonly RecordedEvent['metadata']['actor'][];
  /** The kinds of events that the history has. */
  readonly kinds: ReadonlySet<EventKind>;
  /** The revision of the last event; -1 without any. */
  readonly last: number;
}

interface ToldDeps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly definitions: FormDefinitions;
}

/** Whether an event fits a filter. */
export const fits =
  ({ by, kind, since, until }: ToldFilter) =>
  ({ event, metadata, recordedAt }: RecordedEvent): boolean =>
    (by === undefined || actorText(metadata.actor) === by) &&
    (kind === undefined || kindOf(event.type) === kind) &&
    (since === undefined || recordedAt >= since) &&
    (until === undefined || recordedAt < until);

const streams: Readonly<Record<HistoryKind, (id: string) => string>> = {
  accounts: streamOf.account,
  forms: streamOf.form,
  submissions: streamOf.submission,
  destinations: streamOf.destination,
  deliveries: streamOf.delivery,
};

const kindsByPrefix = [
  ['account-', 'accounts'],
  ['form-', 'forms'],
  ['submission-', 'submissions'],
  ['destination-', 'destinations'],
  ['delivery-', 'deliveries'],
] as const satisfies readonly (readonly [string, HistoryKind])[];

/** Tells the histories of things in words, with the names and labels of the time of each event. */
export function toldHistories({ log, definitions }: ToldDeps) {
  async function* steps(kind: HistoryKind, id: string): AsyncGenerator<Step> {
    const next = storiesOf[kind]();
    for await (const event of log.readStream(streams[kind](id))) yield next(event);
  }

  /** Opens a teller, which reads the names of each thing once. */
  function openTeller() {
    const names = openNames(log);
    const wordingOf = ({ position }: RecordedEvent) => wordingAt({ log, definitions, names }, position);
    return {
      async told(step: Step): Promise<ToldEvent> {
        const { event } = step;
        const sentence = await names.in(sentenceOf(event), event.position);
        return {
          event,
          sentence,
          changes: await step.changes(wordingOf(event)),
          isBeginning: step.isBeginning,
        };
      },
      /** An event of a thing whose states have no words. */
      plain: async (event: RecordedEvent): Promise<ToldEvent> => ({
        event,
        sentence: await names.in(sentenceOf(event), event.position),
        changes: [],
        isBeginning: false,
      }),
      state: (step: Step) => step.state(wordingOf(step.event)),
    };
  }

  /** Returns the steps at some revisions; a revision that the history does not have is absent. */
  async function stepsAt(
    kind: HistoryKind,
    id: string,
    revisions: readonly number[],
  ): Promise<ReadonlyMap<number, Step>> {
    const found = new Map<number, Step>();
    const highest = Math.max(...revisions);
    for await (const step of steps(kind, id)) {
      if (revisions.includes(step.event.revision)) found.set(step.event.revision, step);
      if (step.event.revision >= highest) break;
    }
    return found;
  }

  return {
    openTeller,
    at: stepsAt,

    /** Tells events of several things, in their order. Reads each thing's stream once. @throws LogUnavailable */
    async tell(events: readonly RecordedEvent[]): Promise<readonly ToldEvent[]> {
      const teller = openTeller();
      const revisionsOf = new Map<string, number[]>();
      for (const { stream, revision } of events)
        revisionsOf.set(stream, [...(revisionsOf.get(stream) ?? []), revision]);
      const stepsIn = new Map<string, ReadonlyMap<number, Step>>();
      for (const [stream, revisions] of revisionsOf) {
        const kind = kindsByPrefix.find(([prefix]) => stream.startsWith(prefix))?.[1];
        if (kind) stepsIn.set(stream, await stepsAt(kind, idIn(stream), revisions));
      }
      const told: ToldEvent[] = [];
      for (const event of events) {
        const step = stepsIn.get(event.stream)?.get(event.revision);
        told.push(step ? await teller.told(step) : await teller.plain(event));
      }
      return told;
    },

    /**
     * Returns the newest events that fit, and come before a revision. Reads the whole stream of the thing, because each
     * change follows from all events before it. @throws StreamErased, LogUnavailable
     */
    async page(
      kind: HistoryKind,
      id: string,
      {
        limit,
        before = Infinity,
        ...filter
      }: ToldFilter & { readonly limit: number; readonly before?: number | undefined },
    ): Promise<ToldPage> {
      const isWanted = fits(filter);
      const actors = new Map<string, RecordedEvent['metadata']['actor']>();
      const kinds = new Set<EventKind>();
      const kept: Step[] = [];
      let hasMore = false;
      let last = -1;
      for await (const step of steps(kind, id)) {
        const { event } = step;
        last = event.revision;
        actors.set(actorText(event.metadata.actor), event.metadata.actor);
        kinds.add(kindOf(event.event.type));
        if (event.revision >= before || !isWanted(event)) continue;
        kept.push(step);
        if (kept.length > limit) hasMore = kept.shift() !== undefined;
      }
      const teller = openTeller();
      const events: ToldEvent[] = [];
      for (const step of kept.toReversed()) events.push(await teller.told(step));
      const oldest = kept[0]?.event.revision ?? null;
      return { events, before: hasMore ? oldest : null, actors: [...actors.values()], kinds, last };
    },

    /** Yields every event that fits, oldest first. @throws StreamErased, LogUnavailable */
    async *all(kind: HistoryKind, id: string, filter: ToldFilter): AsyncGenerator<ToldEvent> {
      const isWanted = fits(filter);
      const teller = openTeller();
      for await (const step of steps(kind, id)) if (isWanted(step.event)) yield await teller.told(step);
    },
  };
}
