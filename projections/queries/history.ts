import type { PlannedDelivery } from '../../domain/delivery/state.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { labelled } from '../../domain/submission/labelled.ts';
import type { EventLog, RecordedEvent, StreamPage, StreamPageRequest } from '../../log/event-log.ts';
import type { FormDefinitions } from '../../log/form-definitions.ts';
import type { PlannedDeliveries } from '../../log/planned-deliveries.ts';
import { type Document, project, type Projection } from '../projection.ts';
import { accounts } from '../read-models/accounts/projection.ts';
import { documentOf } from '../read-models/deliveries/document.ts';
import { deliveries } from '../read-models/deliveries/projection.ts';
import { destinations } from '../read-models/destinations/projection.ts';
import { forms } from '../read-models/forms/projection.ts';
import type { SubmissionDocument } from '../read-models/submissions/document.ts';
import { withQuestions } from '../read-models/submissions/labelled-submissions.ts';
import { submissions } from '../read-models/submissions/projection.ts';

/** The members of a delivery that are of use in lists alone. */
const listedOnly = ['source_position', 'shard'];

/**
 * The kinds of resources with a public history: their streams, and the read models that give their states.
 */
const kinds = {
  accounts: { streamOf: streamOf.account, fold: folder(accounts) },
  forms: { streamOf: streamOf.form, fold: folder(forms) },
  submissions: { streamOf: streamOf.submission, fold: folder(submissions, ['revision']) },
  destinations: { streamOf: streamOf.destination, fold: folder(destinations) },
  deliveries: { streamOf: streamOf.delivery, fold: folder(deliveries, listedOnly) },
};

export type HistoryKind = keyof typeof kinds;
export const historyKinds = ['accounts', 'forms', 'submissions', 'destinations', 'deliveries'] as const;

/** A point in the log: a position, or a time by the log's clock. */
export type LogPoint = { readonly position: bigint } | { readonly time: Date };

/** The state of a resource at a point in the log. */
export interface Snapshot {
  /** The last event of the resource by then; null if there was none. */
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position' | 'recordedAt'> | null;
  /** Null before the resource was created, and after it was removed. */
  readonly state: Document | null;
}

/** The states of a resource before and after an event, without secrets. */
export interface Transition {
  readonly before: Document | null;
  readonly after: Document | null;
}

export interface HistoryQueries {
  /** Returns a page of a resource's events, oldest or newest first; null if the resource never existed. */
  page(kind: HistoryKind, id: string, request: StreamPageRequest): Promise<StreamPage | null>;
  /** Returns the data of an event as it is shown: that of a submission with the questions that were asked. */
  dataOf(event: RecordedEvent): Promise<object>;
  /** Returns the transitions of a resource between two revisions, by revision. Reads its stream from the start. */
  transitions(
    kind: HistoryKind,
    id: string,
    from: number,
    to: number,
  ): Promise<ReadonlyMap<number, Transition>>;
  /**
   * Returns the state of a resource at a point in the log, without secrets; null if the resource never
   * existed.
   */
  asOf(kind: HistoryKind, id: string, point: LogPoint): Promise<Snapshot | null>;
}

interface HistoryDeps {
  readonly log: Pick<EventLog, 'readPage' | 'readStream'>;
  readonly definitions: FormDefinitions;
  readonly deliveries: PlannedDeliveries;
}

/** Reads histories from the log and not from the read models, so that they are never behind. */
export function historyQueries({ log, definitions, deliveries: planned }: HistoryDeps): HistoryQueries {
  /** The state as it is shown: submissions with the questions that were asked. */
  async function shown(kind: HistoryKind, state: Document | null): Promise<Document | null> {
    // Submissions were folded by the projection of this shape.
    return kind === 'submissions' && state ? withQuestions(definitions, state as SubmissionDocument) : state;
  }

  /** Returns the plan of a delivery without events; null for everything else. */
  const planOf = async (kind: HistoryKind, id: string) =>
    kind === 'deliveries' ? (await planned.load(id)).planned : null;

  return {
    async page(kind, id, request) {
      const page = await log.readPage(kinds[kind].streamOf(id), request);
      const isEmpty = page.events.length === 0 && page.next === null && request.from === undefined;
      return isEmpty && !(await planOf(kind, id)) ? null : page;
    },

    async dataOf({ event }) {
      switch (event.type) {
        case 'SubmissionCreated':
        case 'SubmissionStarted':
        case 'SubmissionCompleted':
        case 'SubmissionCorrected':
          return labelled(event.data, await definitions.of(event.data.form));
        default:
          return event.data;
      }
    },

    async transitions(kind, id, from, to) {
      const { streamOf: nameOf, fold } = kinds[kind];
      const found = new Map<number, Transition>();
      let before: Document | null = null;
      for await (const event of log.readStream(nameOf(id))) {
        if (event.revision > to) break;
        const after: Document | null = fold(before, event);
        if (event.revision >= from)
          found.set(event.revision, { before: await shown(kind, before), after: await shown(kind, after) });
        before = after;
      }
      return found;
    },

    async asOf(kind, id, point) {
      const { streamOf: nameOf, fold } = kinds[kind];
      let snapshot: Snapshot | null = null;
      for await (const event of log.readStream(nameOf(id))) {
        snapshot ??= { last: null, state: null };
        if (isAfter(event, point)) break;
        snapshot = { last: event, state: fold(snapshot.state, event) };
      }
      if (snapshot) return { ...snapshot, state: await shown(kind, snapshot.state) };
      const plan = await planOf(kind, id);
      return (
        plan && { last: null, state: isPlannedAfter(plan, point) ? null : shownDelivery(documentOf(plan)) }
      );
    },
  };
}

const isPlannedAfter = ({ subject: { source, at } }: PlannedDelivery, point: LogPoint): boolean =>
  'position' in point ? BigInt(source.position) > point.position : new Date(at) > point.time;

const isAfter = ({ position, recordedAt }: RecordedEvent, point: LogPoint): boolean =>
  'position' in point ? position > point.position : recordedAt > point.time;

const leaveOut = (doc: Document, names: readonly string[]): Document =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));

const shownDelivery = (doc: Document): Document => leaveOut(doc, listedOnly);

/** Returns a fold over a read model's handlers, so that past states have the present shape. */
function folder<D extends Document>(projection: Projection<D>, without: readonly string[] = []) {
  return (state: Document | null, event: RecordedEvent): Document | null => {
    // `state` was made by the same projection from the events before this one.
    const next = project<D>(projection, state as D | null, event);
    return next && leaveOut(next, without);
  };
}
