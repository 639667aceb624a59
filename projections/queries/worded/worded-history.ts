import { actorText } from '../../../domain/sentences/authors.ts';
import { type EventKind, kindOf } from '../../../domain/sentences/event-kinds.ts';
import { type Sitting, sittingSentence } from '../../../domain/sentences/form-draft.ts';
import { sentenceOf } from '../../../domain/sentences/sentence-of.ts';
import { idIn, streamOf } from '../../../domain/stream-names.ts';
import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { HistoryKind } from '../history.ts';
import type { WordedChange } from './aspects.ts';
import { type EventFilter, fits } from './event-filter.ts';
import { type NamedPart, openNames } from './names.ts';
import { type Step, storiesOf } from './stories.ts';
import { wordingAt } from './wording.ts';

/** An event in words. */
export interface WordedEvent {
  readonly event: RecordedEvent;
  /** Who did what, with names. */
  readonly sentence: readonly NamedPart[];
  /** What changed, or with what the thing began. */
  readonly changes: readonly WordedChange[];
  readonly isBeginning: boolean;
  /** The saves of a draft that the sentence covers; the event is their last. */
  readonly sitting?: Sitting | null;
}

export interface WordedPage {
  /** Newest first. */
  readonly events: readonly WordedEvent[];
  /** The revision before which older events follow; null on the last page. */
  readonly before: number | null;
  /** Every actor of the history, in the order of their first event. */
  readonly actors: readonly RecordedEvent['metadata']['actor'][];
  /** The kinds of events that the history has. */
  readonly kinds: ReadonlySet<EventKind>;
  /** The revision of the last event; -1 without any. */
  readonly last: number;
}

/** An event that is put into words, or a sitting by its last event. */
interface Worded {
  readonly event: RecordedEvent;
  readonly sitting?: Sitting | null;
}

interface WordedDeps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly definitions: FormDefinitions;
}

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
export function wordedHistories({ log, definitions }: WordedDeps) {
  async function* steps(kind: HistoryKind, id: string): AsyncGenerator<Step> {
    const next = storiesOf[kind]();
    for await (const event of log.readStream(streams[kind](id))) yield next(event);
  }

  /** Opens a writer, which reads the names of each thing once. */
  function openWriter() {
    const names = openNames(log);
    const wordingOf = ({ position }: RecordedEvent) => wordingAt({ log, definitions, names }, position);
    return {
      async worded(step: Step): Promise<WordedEvent> {
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
      async plain({ event, sitting = null }: Worded): Promise<WordedEvent> {
        const { metadata, position, stream } = event;
        const who = { kind: 'author', actor: metadata.actor } as const;
        const sentence = sitting ? sittingSentence(who, idIn(stream), sitting) : sentenceOf(event);
        return {
          event,
          sentence: await names.in(sentence, position),
          changes: [],
          isBeginning: false,
          sitting,
        };
      },
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
    openWriter,
    at: stepsAt,

    /** Puts events of several things into words, in their order. Reads each thing's stream once. @throws LogUnavailable */
    async word(events: readonly Worded[]): Promise<readonly WordedEvent[]> {
      const writer = openWriter();
      const revisionsOf = new Map<string, number[]>();
      for (const {
        event: { stream, revision },
      } of events)
        revisionsOf.set(stream, [...(revisionsOf.get(stream) ?? []), revision]);
      const stepsIn = new Map<string, ReadonlyMap<number, Step>>();
      for (const [stream, revisions] of revisionsOf) {
        const kind = kindsByPrefix.find(([prefix]) => stream.startsWith(prefix))?.[1];
        if (kind) stepsIn.set(stream, await stepsAt(kind, idIn(stream), revisions));
      }
      const worded: WordedEvent[] = [];
      for (const said of events) {
        const step = stepsIn.get(said.event.stream)?.get(said.event.revision);
        worded.push(step ? await writer.worded(step) : await writer.plain(said));
      }
      return worded;
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
      }: EventFilter & { readonly limit: number; readonly before?: number | undefined },
    ): Promise<WordedPage> {
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
      const writer = openWriter();
      const events: WordedEvent[] = [];
      for (const step of kept.toReversed()) events.push(await writer.worded(step));
      const oldest = kept[0]?.event.revision ?? null;
      return { events, before: hasMore ? oldest : null, actors: [...actors.values()], kinds, last };
    },

    /** Yields every event that fits, oldest first. @throws StreamErased, LogUnavailable */
    async *all(kind: HistoryKind, id: string, filter: EventFilter): AsyncGenerator<WordedEvent> {
      const isWanted = fits(filter);
      const writer = openWriter();
      for await (const step of steps(kind, id)) if (isWanted(step.event)) yield await writer.worded(step);
    },
  };
}
