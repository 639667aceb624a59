import { actorText } from '../../../domain/sentences/authors.ts';
import { type EventKind, kindOf } from '../../../domain/sentences/event-kinds.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';

/** Which events of a history are shown. Times are compared with those of the log. */
export interface EventFilter {
  /** An actor as `actorText` writes it, or its id alone. */
  readonly by?: string | undefined;
  readonly kind?: EventKind | undefined;
  /** Included. */
  readonly since?: Date | undefined;
  /** Excluded. */
  readonly until?: Date | undefined;
}

/** Whether an event fits a filter. */
export const fits =
  ({ by, kind, since, until }: EventFilter) =>
  ({ event, metadata, recordedAt }: RecordedEvent): boolean =>
    (by === undefined || actorText(metadata.actor) === by || metadata.actor.id === by) &&
    (kind === undefined || kindOf(event.type) === kind) &&
    (since === undefined || recordedAt >= since) &&
    (until === undefined || recordedAt < until);
