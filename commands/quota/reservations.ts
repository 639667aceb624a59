import { LRUCache } from 'lru-cache';
import { quota, type Counted, type Settlement } from '../../domain/quota/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../support/core-deps.ts';

/** A place of a month's quota, for one submission. Its holder says once what became of it, if it knows. */
export interface Place {
  readonly submissionId: string;
  /**
   * Names the place: the id of the event that creates the submission derives from it, so that the place which a
   * submission has taken can be told from others reserved for it. Null where nothing is reserved.
   */
  readonly name: string | null;
  /** The submission was created in this place. */
  take(): void;
  /** The submission was not created in this place and will not be. Resolves when the place is free again. */
  giveBack(): Promise<void>;
  /** It is not known whether the submission was created: another process finds out when the place is needed. */
  leave(): void;
}

/** A reservation whose places are not all taken or given back. */
export interface Reservation {
  readonly stream: string;
  readonly revision: number;
  readonly formId: string | null;
  readonly context: CommandContext;
  /** The places of which it is not known yet whether a submission exists in them. */
  readonly undecided: Set<string>;
  readonly unused: Counted[];
}

/** The reservations that this process has made and will settle, of all months' quotas. */
export interface Reservations {
  add(reservation: Reservation): void;
  isOwn(stream: string, revision: number): boolean;
  /** A place of a reservation. @param submissionId of the submission that it is assigned to, if it is another one */
  placeIn(reservation: Reservation, place: string, submissionId?: string): Place;
  /** Another process settles the reservation, or is to. */
  leave(reservation: Reservation): void;
  /** Gives back places that nothing was created in. @throws LogUnavailable */
  giveBack(reservation: Reservation, places: readonly string[]): Promise<void>;
  /** Takes out reservations whose places are all taken, once there are enough: they are settled with the next one. */
  takeSettled(stream: string): readonly number[];
  /** Takes back those that could not be settled. */
  keepSettled(stream: string, revisions: readonly number[]): void;
  settle(stream: string, settlements: readonly Settlement[], context: CommandContext): Promise<void>;
}

/** So many reservations whose places are all taken are settled with the next one. */
const settleAtOnce = 8;

interface StreamReservations {
  /** By revision. */
  readonly own: Map<number, Reservation>;
  /** Reservations whose places are all taken, not settled yet. */
  settled: number[];
}

/** The name of a reservation, and of its places but those that are assigned. */
export const reservationName = (stream: string, revision: number): string => `${stream}@${revision}`;

/** The name of a place that is assigned to another submission than it was reserved for: a submission may get several. */
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
      take: () => void decide(reservation, place, true).catch(() => undefined),
      giveBack: () => decide(reservation, place, false).catch(() => undefined),
      leave: () => leave(reservation),
    };
  }

  const leave = ({ stream, revision }: Reservation): void => void of(stream).own.delete(revision);

  /** Notes what became of a place. The last one of a reservation that gives places back settles it. */
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
    ...{ placeIn, leave, settle },
    add: (reservation) => void of(reservation.stream).own.set(reservation.revision, reservation),
    isOwn: (stream, revision) => known.peek(stream)?.own.has(revision) ?? false,
    async giveBack(reservation, places) {
      await Promise.all(places.map((place) => decide(reservation, place, false)));
    },
    takeSettled(stream) {
      const { settled } = of(stream);
      return settled.length < settleAtOnce ? [] : settled.splice(0);
    },
    keepSettled: (stream, revisions) => void of(stream).settled.push(...revisions),
  };
}
