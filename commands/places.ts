import { LRUCache } from 'lru-cache';
import { quota, type Counted, type Settlement } from '../domain/quota/decider.ts';
import type { DomainError } from '../domain/errors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { nextMonth } from '../domain/time.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { newId } from '../log/ids.ts';
import { coalesce } from '../log/coalesce.ts';
import type { CoreDeps } from './core-deps.ts';
import { openDemand } from './demand.ts';

/** A place of a month's quota, for one submission. Its holder says once what became of it, if it knows. */
export interface Place {
  readonly submissionId: string;
  /**
   * Names the reservation: the id of the event that creates the submission derives from it, so that the place which a
   * submission has taken can be told from others reserved for it. Null where nothing is reserved.
   */
  readonly reservation: string | null;
  /** The submission was created in this place. */
  take(): void;
  /** The submission was not created in this place and will not be. Resolves when the place is free again. */
  giveBack(): Promise<void>;
  /** It is not known whether the submission was created: another process finds out when the place is needed. */
  leave(): void;
}

export interface PlaceRequest {
  readonly formId: string;
  /** The submission's id, where it must be a certain one; otherwise the place brings one. */
  readonly submissionId: string | undefined;
  readonly limit: number;
  readonly at: string;
  readonly context: CommandContext;
}

export interface Places {
  /** Gets a place: one that this process has reserved ahead, or one of a reservation shared by requests that wait. */
  get(stream: string, request: PlaceRequest): Promise<Result<Place, DomainError>>;
  /** Gives back what this process has reserved ahead and not used. */
  giveBackAhead(stream: string): Promise<void>;
  /** Whether this process holds places of a reservation and will settle it. */
  isOwn(stream: string, reservation: number): boolean;
  settle(stream: string, settlements: readonly Settlement[], context: CommandContext): Promise<void>;
}

/** What was reserved ahead and not used for so long is given back. */
const aheadMs = 2_000;
/** So many reservations whose places are all taken are settled with the next one. */
const settleAtOnce = 8;

/** A reservation whose places are not all taken or given back. */
interface Reservation {
  readonly stream: string;
  readonly revision: number;
  readonly formId: string | null;
  readonly context: CommandContext;
  /** The submissions of which it is not known yet whether they exist. */
  readonly undecided: Set<string>;
  readonly unused: Counted[];
}

/** Reserved ahead for one form. */
interface Ahead {
  readonly reservation: Reservation;
  readonly submissionIds: string[];
}

interface StreamPlaces {
  /** The reservations of this process that it will settle, by revision. */
  readonly own: Map<number, Reservation>;
  /** By form. */
  readonly ahead: Map<string, Ahead[]>;
  /** Reservations whose places are all taken, not settled yet. */
  settled: number[];
}

interface PlacesDeps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  /** Called when a reservation of any process has been open while so many events were appended to its stream. */
  readonly onOverdue: (stream: string, reservedBefore: number, context: CommandContext) => void;
}

/** How many events may follow a reservation that is not settled. */
const overdueAfter = 2_000;

/** The name of a reservation, for `Place.reservation`. */
export const reservationName = (stream: string, revision: number): string => `${stream}@${revision}`;

/** The places of all months' quotas that this process holds. */
export function openPlaces({ aggregates: { execute }, now, onOverdue }: PlacesDeps): Places {
  const known = new LRUCache<string, StreamPlaces>({ max: 10_000 });
  const demand = openDemand();
  const reserveTogether = coalesce(reserveAll);

  function of(stream: string): StreamPlaces {
    const found = known.get(stream) ?? { own: new Map(), ahead: new Map(), settled: [] };
    known.set(stream, found);
    return found;
  }

  async function get(stream: string, request: PlaceRequest): Promise<Result<Place, DomainError>> {
    const { formId, submissionId } = request;
    if (submissionId !== undefined) return reserveTogether(stream, { ...request, submissionId });
    demand.note(`${stream} ${formId}`);
    const ahead = of(stream).ahead.get(formId) ?? [];
    for (const { reservation, submissionIds } of ahead) {
      const id = submissionIds.pop();
      if (id !== undefined) return ok(placeIn(reservation, id));
    }
    return reserveTogether(stream, { ...request, submissionId: newId() });
  }

  type Named = PlaceRequest & { readonly submissionId: string };

  async function reserveAll(stream: string, requests: readonly [Named, ...Named[]]) {
    // All of one account and month, and of the same moment: the first speaks for all.
    const [{ limit, at, context }] = requests;
    const places = of(stream);
    const settled = places.settled.length < settleAtOnce ? [] : places.settled.splice(0);
    const ahead = expected(stream, requests);
    const submissions = requests.map(({ submissionId, formId }) => ({ submissionId, formId }));
    const command = { type: 'ReserveSubmissions', submissions, ahead, settled, limit, at } as const;
    const executed = await execute(quota, stream, [command], context);
    if (!executed.ok) {
      places.settled.push(...settled);
      if (executed.error.code === 'revision_mismatch') throw new Error('no revision was asked for');
      const refused = err(executed.error);
      return (): Result<Place, DomainError> => refused;
    }
    const { events, revision, state } = executed.value;
    const [oldest = revision] = state.open[0] ?? [];
    if (revision - oldest > overdueAfter) onOverdue(stream, revision - overdueAfter, context);
    const asked = new Set(submissions.map(({ submissionId }) => submissionId));
    const granted = new Map<string, Reservation>();
    for (const [index, { type, data }] of events.entries()) {
      if (type !== 'SubmissionQuotaReserved') continue;
      const undecided = new Set(data.submissionIds);
      const at = revision - events.length + 1 + index;
      const reservation = { stream, revision: at, formId: data.formId, context, undecided, unused: [] };
      places.own.set(at, reservation);
      for (const id of data.submissionIds) granted.set(id, reservation);
      keepAhead(
        places,
        reservation,
        data.submissionIds.filter((id) => !asked.has(id)),
      );
    }
    const refused = err({
      code: 'quota_exceeded',
      limit,
      current: state.used,
      resetsAt: nextMonth(at),
    } as const);
    return ({ submissionId }: Named): Result<Place, DomainError> => {
      const reservation = granted.get(submissionId);
      return reservation ? ok(placeIn(reservation, submissionId)) : refused;
    };
  }

  /** Submissions that the forms of these requests will want soon, going by the last second. */
  function expected(stream: string, requests: readonly PlaceRequest[]): Counted[] {
    const forms = new Set(requests.map(({ formId }) => formId));
    return [...forms].flatMap((formId) =>
      Array.from({ length: demand.expected(`${stream} ${formId}`) }, () => ({
        submissionId: newId(),
        formId,
      })),
    );
  }

  function keepAhead({ ahead }: StreamPlaces, reservation: Reservation, submissionIds: string[]): void {
    const { formId } = reservation;
    if (submissionIds.length === 0 || formId === null) return;
    const batch = { reservation, submissionIds };
    ahead.set(formId, [...(ahead.get(formId) ?? []).filter((one) => one.submissionIds.length > 0), batch]);
    setTimeout(() => void giveBack(batch), aheadMs).unref();
  }

  /** A failure is not the caller's: the places are found and given back when they are needed. */
  async function giveBack({ reservation, submissionIds }: Ahead): Promise<void> {
    const unused = submissionIds.splice(0);
    await Promise.all(unused.map((id) => decide(reservation, id, false))).catch(() => undefined);
  }

  const placeIn = (reservation: Reservation, submissionId: string): Place => ({
    submissionId,
    reservation: reservationName(reservation.stream, reservation.revision),
    take: () => void decide(reservation, submissionId, true).catch(() => undefined),
    giveBack: () => decide(reservation, submissionId, false).catch(() => undefined),
    leave: () => leave(reservation),
  });

  /** Another process may have given back all places of the reservation, and is to settle it. */
  function leave({ stream, revision }: Reservation): void {
    const places = of(stream);
    places.own.delete(revision);
    for (const batches of places.ahead.values())
      for (const { reservation, submissionIds } of batches)
        if (reservation.revision === revision) submissionIds.length = 0;
  }

  /** Notes what became of a place. The last one of a reservation that gives places back settles it. */
  async function decide(reservation: Reservation, submissionId: string, isTaken: boolean): Promise<void> {
    const { stream, revision, formId, undecided, unused, context } = reservation;
    if (!undecided.delete(submissionId)) return;
    if (!isTaken) unused.push({ submissionId, formId });
    const places = of(stream);
    if (undecided.size > 0 || !places.own.delete(revision)) return;
    if (unused.length === 0) places.settled.push(revision);
    else await settle(stream, [{ reservation: revision, unused }], context);
  }

  async function settle(stream: string, settlements: readonly Settlement[], context: CommandContext) {
    const at = now().toISOString();
    await execute(quota, stream, [{ type: 'SettleReservations', settlements, at }], context);
  }

  return {
    get,
    settle,
    isOwn: (stream, reservation) => known.peek(stream)?.own.has(reservation) ?? false,
    async giveBackAhead(stream) {
      const ahead = [...(known.peek(stream)?.ahead.values() ?? [])].flat();
      await Promise.all(ahead.map(giveBack));
    },
  };
}
