import { LRUCache } from 'lru-cache';
import type { Counted } from '../../domain/quota/decider.ts';
import { lease, type Assignment } from '../../domain/quota/lease.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { coalesce } from '../../async/coalesce.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from '../support/core-deps.ts';
import { openDemand } from './demand.ts';
import { reservationName, type Place, type Reservation, type Reservations } from './reservations.ts';

/** Places that this process has reserved ahead of requests, for forms that it gets many requests for. */
export interface PlaceLeases {
  /** A request for a submission of the form has arrived. */
  note(stream: string, formId: string): void;
  /**
   * Gets a place that is reserved ahead, for a submission of the form.
   * @param submissionId the submission's id, where it must be a certain one; the place is then assigned to it in the log
   * @returns null where none is left
   * @throws LogUnavailable
   */
  take(stream: string, formId: string, submissionId: string | undefined): Promise<Place | null>;
  /**
   * Submissions that a form wants by now and will want until the next reservation, going by the last second.
   * @param waitedMs for how long this reservation has been under way: the next will take about as long
   */
  expected(stream: string, formId: string, waitedMs: number): Counted[];
  /**
   * Keeps places of a reservation until they are taken or no longer expected.
   * @param tookMs how long it took to reserve them
   */
  keep(reservation: Reservation, places: readonly string[], tookMs: number): void;
  /** Gives back what was not used. */
  giveBack(stream: string): Promise<void>;
}

/** Places are reserved ahead for so long, or longer where reserving takes longer. */
const leastSpanMs = 1_000;
const greatestSpanMs = 8_000;
/** What was reserved ahead and not used for so many times as long is given back. */
const spansKept = 2;

/** For how long places are reserved ahead where reserving takes so long. */
const spanMs = (tookMs: number): number => Math.min(Math.max(leastSpanMs, tookMs), greatestSpanMs);

/** Reserved ahead for one form. */
interface Ahead {
  readonly reservation: Reservation;
  readonly places: string[];
}

/** A place to be assigned, with its reservation. */
interface Assigning extends Assignment {
  readonly reservation: Reservation;
}

export function openPlaceLeases(
  { aggregates: { execute }, now }: Pick<CoreDeps, 'aggregates' | 'now'>,
  { isOwn, leave, placeIn, giveBack }: Pick<Reservations, 'isOwn' | 'leave' | 'placeIn' | 'giveBack'>,
): PlaceLeases {
  /** By stream, and by form. */
  const known = new LRUCache<string, Map<string, Ahead[]>>({ max: 10_000 });
  const demand = openDemand();
  const assignTogether = coalesce(assignAll);

  const isLeft = ({ reservation, places }: Ahead): boolean =>
    places.length > 0 && isOwn(reservation.stream, reservation.revision);

  async function take(
    stream: string,
    formId: string,
    submissionId: string | undefined,
  ): Promise<Place | null> {
    for (;;) {
      const ahead = known.get(stream)?.get(formId)?.find(isLeft);
      const place = ahead?.places.pop();
      if (!ahead || place === undefined) return null;
      const { reservation } = ahead;
      if (submissionId === undefined) return placeIn(reservation, place);
      if (await isAssigned({ reservation, place, submissionId }))
        return placeIn(reservation, place, submissionId);
    }
  }

  /** @returns false where another process has closed the lease */
  async function isAssigned(assigning: Assigning): Promise<boolean> {
    const { reservation, place } = assigning;
    try {
      return await assignTogether(reservationName(reservation.stream, reservation.revision), assigning);
    } catch (error) {
      // Assigned or not: the submission is not created in this place.
      giveBack(reservation, [place]).catch(() => undefined);
      throw error;
    }
  }

  async function assignAll(name: string, assignings: readonly [Assigning, ...Assigning[]]) {
    const [{ reservation }] = assignings;
    const command = { type: 'AssignPlaces', assignments: assignings, at: now().toISOString() } as const;
    const assigned = await execute(lease, streamOf.lease(name), [command], reservation.context);
    if (!assigned.ok) leave(reservation);
    return () => assigned.ok;
  }

  /** A failure is not the caller's: the places are found and given back when they are needed. */
  const giveBackRest = ({ reservation, places }: Ahead): Promise<void> =>
    giveBack(reservation, places.splice(0)).catch(() => undefined);

  return {
    take,
    note: (stream, formId) => demand.note(`${stream} ${formId}`),
    expected(stream, formId, waitedMs) {
      const seconds = (waitedMs + spanMs(waitedMs)) / 1_000;
      const count = demand.expected(`${stream} ${formId}`, seconds);
      return Array.from({ length: count }, () => ({ submissionId: newId(), formId }));
    },
    keep(reservation, places, tookMs) {
      const { stream, formId } = reservation;
      if (places.length === 0 || formId === null) return;
      const ahead = { reservation, places: [...places] };
      const byForm = known.get(stream) ?? new Map<string, Ahead[]>();
      known.set(stream, byForm.set(formId, [...(byForm.get(formId) ?? []).filter(isLeft), ahead]));
      setTimeout(() => void giveBackRest(ahead), spansKept * spanMs(tookMs)).unref();
    },
    async giveBack(stream) {
      const ahead = [...(known.peek(stream)?.values() ?? [])].flat();
      await Promise.all(ahead.map(giveBackRest));
    },
  };
}
