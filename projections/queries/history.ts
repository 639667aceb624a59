import { streamOf } from '../../domain/stream-names.ts';
import type { EventLog, RecordedEvent, StreamPage, StreamPageRequest } from '../../log/event-log.ts';
import { accounts } from '../read-models/accounts/projection.ts';
import { deliveries } from '../read-models/deliveries/projection.ts';
import { destinations } from '../read-models/destinations/projection.ts';
import { forms } from '../read-models/forms/projection.ts';
import { project, type Document, type Projection } from '../projection.ts';
import { submissions } from '../read-models/submissions/projection.ts';

/** The things whose history is told, with their streams, and the read models that say what they were. */
const kinds = {
  accounts: { streamOf: streamOf.account, fold: folder(accounts) },
  forms: { streamOf: streamOf.form, fold: folder(forms) },
  submissions: { streamOf: streamOf.submission, fold: folder(submissions) },
  destinations: { streamOf: streamOf.destination, fold: folder(destinations) },
  deliveries: { streamOf: streamOf.delivery, fold: folder(deliveries, ['source_position', 'shard']) },
};

export type HistoryKind = keyof typeof kinds;
export const historyKinds = ['accounts', 'forms', 'submissions', 'destinations', 'deliveries'] as const;

/** A point in the history of everything: a position in the log, or a time by the log's clock. */
export type LogPoint = { readonly position: bigint } | { readonly time: Date };

/** A thing as it was. */
export interface Snapshot {
  /** The last event that had happened to it; null where none had. */
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position' | 'recordedAt'> | null;
  /** Null before there was such a thing, and after it was removed. */
  readonly state: Document | null;
}

export interface HistoryQueries {
  /** Some of a thing's events, oldest or newest first; null of a thing that never was. */
  page(kind: HistoryKind, id: string, request: StreamPageRequest): Promise<StreamPage | null>;
  /** A thing as it was at a moment, without anything secret; null of one that never was. */
  asOf(kind: HistoryKind, id: string, moment: LogPoint): Promise<Snapshot | null>;
}

/** Histories as the log tells them: no read model is asked, so that they are never behind. */
export function historyQueries(log: EventLog): HistoryQueries {
  return {
    async page(kind, id, request) {
      const page = await log.readPage(kinds[kind].streamOf(id), request);
      return page.events.length === 0 && page.next === null && request.from === undefined ? null : page;
    },

    async asOf(kind, id, moment) {
      const { streamOf: nameOf, fold } = kinds[kind];
      let snapshot: Snapshot | null = null;
      for await (const event of log.readStream(nameOf(id))) {
        snapshot ??= { last: null, state: null };
        if (isAfter(event, moment)) break;
        snapshot = { last: event, state: fold(snapshot.state, event) };
      }
      return snapshot;
    },
  };
}

const isAfter = ({ position, recordedAt }: RecordedEvent, moment: LogPoint): boolean =>
  'position' in moment ? position > moment.position : recordedAt > moment.time;

/** Folds by a read model, so that the past is told in the words of the present. */
function folder<D extends Document>(projection: Projection<D>, without: readonly (keyof D & string)[] = []) {
  return (state: Document | null, event: RecordedEvent): Document | null => {
    // What it made of the events before this one.
    const next = project<D>(projection, state as D | null, event);
    return next && Object.fromEntries(Object.entries(next).filter(([name]) => !without.includes(name)));
  };
}
