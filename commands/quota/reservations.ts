import { LRUCache } from 'lru-cache';
import { type Counted, quota, type Settlement } from '../../domain/quota/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';

/** A place in a monthly quota for one submission. Its holder must report the outcome once, if it is known. */
export interface Place {
  readonly submissionId: string;
  /**
   * The name of the place, from which the id of the submission's event is derived: this shows which of
   * several reserved places a submission has taken. Null if nothing is reserved.
   */
  readonly name: string | null;
  /** Reports that the submission was created in this place. */
  taken(): void;
  /**
   * Reports that the submission was not created in this place and will not be. Resolves when the place is
   * free again.
   */
  release(): Promise<void>;
  /** Reports that the outcome is unknown: another process determines it when the place is needed. */
  abandon(): void;
}

/** A reservation with places whose outcome is open. */
export interface Reservation {
  readonly stream: string;
  readonly revision: number;
  readonly formId: string | null;
  readonly context: CommandContext;
  /** The places whose outcome is not known yet. */
  readonly undecided: Set<string>;
  readonly unused: Counted[];
}

/** The reservations of all monthly quotas that this process has made and will settle. */
export interface Reservations {
  add(reservation: Reservation): void;
  isOwn(stream: string, revision: number): boolean;
  /**
   * Returns a place of a reservation. @param submissionId the submission to which it is assigned, if another
   * one
   */
  placeIn(reservation: Reservation, place: string, submissionId?: string): Place;
  /** Leaves the reservation to be settled by another process. */
  abandon(reservation: Reservation): void;
  /** Returns places without submissions. @throws LogUnavailable */
  release(reservation: Reservation, places: readonly string[]): Promise<void>;
  /**
   * Removes and returns reservations whose places are all taken, once there are enough: they are settled with
   * the next reservation.
   */
  takeSettled(stream: string): readonly number[];
  /** Adds reservations that could not be settled. */
  restoreSettled(stream: string, revisions: readonly number[]): void;
  settle(stream: string, settlements: readonly Settlement[], context: CommandContext): Promise<void>;
}

/** The number of fully used reservations that are settled together with the next reservation. */
const settleAtOnce = 8;

interface StreamReservations {
  /** By revision. */
  readonly own: Map<number, Reservation>;
  /** Fully used reservations that are not settled yet. */
  settled: number[];
}

/** Returns the name of a reservation, which is also the name of its unassigned places. */
export const reservationName = (stream: string, revision: number): string => `${stream}@${revision}`;

/**
 * Returns the name of a place that is assigned to another submission than it was reserved for: a submission
 * may have several.
 */
export const assignedName = (reservation: string, place: string): string => `${reservation}/${place}`;

export function openReservations({
  aggregates: { execute },
  now,
}: Pick<CoreDeps, 'aggregates' | 'now'>): Reservations {
  const known = new LRUCache<string, StreamReservations>({ max: 10_000 });

  function of(stream: string): StreamReservations {
    const found = known.get(stream) ?? { own: new Map(), settled: [] };
    known.set(stream, found);
    return found;
  }

  function placeIn(reservation: Reservation, place: string, submissionId = place): Place {
    const name = reservationName(reservation.stream, reservation.revision);
    return {
      submissionId,
      name: submissionId === place ? name : assignedName(name, place),
      taken: () => void decide(reservation, place, true).catch(() => undefined),
      release: () => decide(reservation, place, false).catch(() => undefined),
      abandon: () => abandon(reservation),
    };
  }

  const abandon = ({ stream, revision }: Reservation): void => void of(stream).own.delete(revision);

  /** Records the outcome of a place. The last outcome settles the reservation, if places are returned. */
  async function decide(reservation: Reservation, place: string, isTaken: boolean): Promise<void> {
    const { stream, revision, formId, undecided, unused, context } = reservation;
    if (!undecided.delete(place)) return;
    if (!isTaken) unused.push({ submissionId: place, formId });
    const reservations = of(stream);
    if (undecided.size > 0 || !reservations.own.delete(revision)) return;
    if (unused.length === 0) reservations.settled.push(revision);
    else await settle(stream, [{ reservation: revision, unused }], context);
  }

  async function settle(stream: string, settlements: readonly Settlement[], context: CommandContext) {
    const at = now().toISOString();
    await execute(quota, stream, [{ type: 'SettleReservations', settlements, at }], context);
  }

  return {
    placeIn,
    abandon,
    settle,
    add: (reservation) => void of(reservation.stream).own.set(reservation.revision, reservation),
    isOwn: (stream, revision) => known.peek(stream)?.own.has(revision) ?? false,
    async release(reservation, places) {
      await Promise.all(places.map((place) => decide(reservation, place, false)));
    },
    takeSettled(stream) {
      const { settled } = of(stream);
      return settled.length < settleAtOnce ? [] : settled.splice(0);
    },
    restoreSettled: (stream, revisions) => void of(stream).settled.push(...revisions),
  };
}
