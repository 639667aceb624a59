import { LRUCache } from 'lru-cache';
import { coalesce } from '../../async/coalesce.ts';
import type { Counted } from '../../domain/quota/decider.ts';
import { type Assignment, lease } from '../../domain/quota/lease.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from '../core-deps.ts';
import { openDemand } from './demand.ts';
import { type Place, type Reservation, reservationName, type Reservations } from './reservations.ts';

/** Places that this process has reserved ahead of requests, for forms with many requests. */
export interface PlaceLeases {
  /** Records a request for a submission of the form. */
  recordRequest(stream: string, formId: string): void;
  /**
   * Takes a place that is reserved ahead for a submission of the form.
   * @param submissionId the submission's id, if it is determined; the place is then assigned to it in the log
   * @returns null if none is left
   * @throws LogUnavailable
   */
  take(stream: string, formId: string, submissionId: string | undefined): Promise<Place | null>;
  /**
   * Returns the submissions that a form is expected to need until the next reservation, by the rate of the
   * last second.
   * @param waitedMs the duration of this reservation so far; the next will take about as long
   */
  expected(stream: string, formId: string, waitedMs: number): Counted[];
  /**
   * Holds places of a reservation until they are taken or no longer expected.
   * @param tookMs the duration of the reservation
   */
  hold(reservation: Reservation, places: readonly string[], tookMs: number): void;
  /** Returns unused places. */
  returnPlaces(stream: string): Promise<void>;
}

/**
 * The shortest and the longest time for which places are reserved ahead; longer if reservations take longer.
 */
const leastSpanMs = 1_000;
const greatestSpanMs = 8_000;
/** Unused places are returned after this many times that span. */
const heldSpans = 2;

/** Returns for how long to reserve ahead, given the duration of a reservation. */
const spanMs = (tookMs: number): number => Math.min(Math.max(leastSpanMs, tookMs), greatestSpanMs);

/** The places of a reservation ahead for one form. */
interface PlacesAhead {
  readonly reservation: Reservation;
  readonly places: string[];
}

/** An assignment with its reservation. */
interface PlaceAssignment extends Assignment {
  readonly reservation: Reservation;
}

export function openPlaceLeases(
  { aggregates: { execute }, now }: Pick<CoreDeps, 'aggregates' | 'now'>,
  { isOwn, abandon, placeIn, release }: Pick<Reservations, 'isOwn' | 'abandon' | 'placeIn' | 'release'>,
): PlaceLeases {
  /** By stream and form. */
  const aheadByStream = new LRUCache<string, Map<string, PlacesAhead[]>>({ max: 10_000 });
  const demand = openDemand();
  const assignTogether = coalesce(assignAll);

  const isUsable = ({ reservation, places }: PlacesAhead): boolean =>
    places.length > 0 && isOwn(reservation.stream, reservation.revision);

  async function take(
    stream: string,
    formId: string,
    submissionId: string | undefined,
  ): Promise<Place | null> {
    for (;;) {
      const ahead = aheadByStream.get(stream)?.get(formId)?.find(isUsable);
      const place = ahead?.places.pop();
      if (!ahead || place === undefined) return null;
      const { reservation } = ahead;
      if (submissionId === undefined) return placeIn(reservation, place);
      if (await isAssigned({ reservation, place, submissionId }))
        return placeIn(reservation, place, submissionId);
    }
  }

  /** Assigns a place. @returns false if another process has closed the lease */
  async function isAssigned(assigning: PlaceAssignment): Promise<boolean> {
    const { reservation, place } = assigning;
    try {
      return await assignTogether(reservationName(reservation.stream, reservation.revision), assigning);
    } catch (error) {
      // Assigned or not, the submission is not created in this place.
      release(reservation, [place]).catch(() => undefined);
      throw error;
    }
  }

  async function assignAll(name: string, assignings: readonly [PlaceAssignment, ...PlaceAssignment[]]) {
    const [{ reservation }] = assignings;
    const command = { type: 'AssignPlaces', assignments: assignings, at: now().toISOString() } as const;
    const assigned = await execute(lease, streamOf.lease(name), [command], reservation.context);
    if (!assigned.ok) abandon(reservation);
    return () => assigned.ok;
  }

  /** A failure does not concern the caller: the places are found and returned when they are needed. */
  const returnUnused = ({ reservation, places }: PlacesAhead): Promise<void> =>
    release(reservation, places.splice(0)).catch(() => undefined);

  return {
    take,
    recordRequest: (stream, formId) => demand.record(`${stream} ${formId}`),
    expected(stream, formId, waitedMs) {
      const seconds = (waitedMs + spanMs(waitedMs)) / 1_000;
      const count = demand.expected(`${stream} ${formId}`, seconds);
      return Array.from({ length: count }, () => ({ submissionId: newId(), formId }));
    },
    hold(reservation, places, tookMs) {
      const { stream, formId } = reservation;
      if (places.length === 0 || formId === null) return;
      const ahead = { reservation, places: [...places] };
      const byForm = aheadByStream.get(stream) ?? new Map<string, PlacesAhead[]>();
      aheadByStream.set(stream, byForm.set(formId, [...(byForm.get(formId) ?? []).filter(isUsable), ahead]));
      setTimeout(() => void returnUnused(ahead), heldSpans * spanMs(tookMs)).unref();
    },
    async returnPlaces(stream) {
      const ahead = [...(aheadByStream.peek(stream)?.values() ?? [])].flat();
      await Promise.all(ahead.map(returnUnused));
    },
  };
}
