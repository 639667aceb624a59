import { kindOf } from '../../../domain/sentences/event-kinds.ts';
import { extentOf, joinExtents, type Sitting } from '../../../domain/sentences/form-draft.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';

/** What a person or a key did: one event, or the saves of a draft in one sitting. */
export interface Act {
  /** The event; of a sitting its last. */
  readonly event: RecordedEvent;
  /** Null for an act of one event. */
  readonly sitting: Sitting | null;
}

export type ActOrder = 'asc' | 'desc';

/** Saves of one author belong together unless so long a time lies between two of them. */
const pauseMs = 30 * 60_000;

/** What people and keys did, the OpenID provider did to members, and the service did to a destination by itself. */
const isAct = ({ event, metadata, stream }: RecordedEvent): boolean => {
  if (kindOf(event.type) === 'service') return false;
  // Of a submission, only corrections are acts; its history has its author.
  if (stream.startsWith('submission-')) return event.type === 'SubmissionCorrected';
  // The form's own stream has the changes that were published.
  if (event.type === 'FormDraftPublished') return false;
  const { kind, id } = metadata.actor;
  return kind !== 'system' || id === 'openid' || event.type === 'DestinationDisabled';
};

const before = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares acts by position, in an order. */
export const inOrder =
  (order: ActOrder) =>
  (a: Act, b: Act): number =>
    before(a.event.position, b.event.position) * (order === 'asc' ? 1 : -1);

/** An act whose sitting may still go on in the direction in which its stream is read. */
interface OpenAct {
  act: Act;
  /** The time of the save that was read last. */
  readAt: number;
}

function sittingOf({ event, recordedAt }: RecordedEvent): Sitting | null {
  if (event.type !== 'FormDraftSaved') return null;
  return { saves: 1, beganAt: recordedAt.toISOString(), extent: extentOf(event.data) };
}

/** Joins a save with those of its sitting that were read before it. */
function joined({ event, sitting }: Act, next: RecordedEvent, added: Sitting, order: ActOrder): Act {
  if (sitting === null) return { event: next, sitting: added };
  const [first, last] = order === 'asc' ? [sitting, added] : [added, sitting];
  return {
    event: order === 'asc' ? next : event,
    sitting: {
      saves: first.saves + last.saves,
      beganAt: first.beganAt,
      extent: joinExtents(first.extent, last.extent),
    },
  };
}

/** Collects the acts of one stream, whose events are read in an order. */
export function openActs(order: ActOrder) {
  const found: OpenAct[] = [];
  const open = new Map<string, OpenAct>();
  return {
    /** Takes the next event of the stream. */
    take(event: RecordedEvent): void {
      if (event.event.type === 'FormDraftPublished' || event.event.type === 'FormDraftDiscarded')
        open.clear();
      if (!isAct(event)) return;
      const added = sittingOf(event);
      const { kind, id } = event.metadata.actor;
      const author = `${kind} ${id}`;
      const at = event.recordedAt.getTime();
      const last = open.get(author);
      if (added && last && Math.abs(at - last.readAt) <= pauseMs) {
        last.act = joined(last.act, event, added, order);
        last.readAt = at;
        return;
      }
      const next: OpenAct = { act: { event, sitting: added }, readAt: at };
      found.push(next);
      if (added) open.set(author, next);
    },

    /**
     * Returns the acts so far that come after a position.
     * @param readAt the time of the event that was read last; null at the end of the stream
     * @returns whether the first `count` of them cannot change any more
     */
    after(position: bigint | undefined, count: number, readAt: Date | null) {
      const isBeyond = ({ act: { event } }: OpenAct) =>
        position === undefined || before(event.position, position) * (order === 'asc' ? 1 : -1) > 0;
      const isOpen = (act: OpenAct) =>
        readAt !== null &&
        [...open.values()].includes(act) &&
        Math.abs(readAt.getTime() - act.readAt) <= pauseMs;
      const beyond = found.filter(isBeyond).sort((a, b) => inOrder(order)(a.act, b.act));
      const first = beyond.slice(0, count);
      return {
        acts: first.map(({ act }) => act),
        isSettled: readAt === null || (first.length === count && !first.some(isOpen)),
      };
    },
  };
}
