import { coalesce } from '../../async/coalesce.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import type { DomainError } from '../../domain/errors.ts';
import { quota, type Settlement } from '../../domain/quota/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { nextMonth } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from '../core-deps.ts';
import { openPlaceLeases } from './leases.ts';
import { openReservations, type Place, type Reservation } from './reservations.ts';

export interface PlaceRequest {
  readonly formId: string;
  /** The submission's id, if it is determined; otherwise the place provides one. */
  readonly submissionId: string | undefined;
  readonly limit: number;
  readonly at: string;
  readonly context: CommandContext;
}

export interface Places {
  /**
   * Returns a place: one reserved ahead by this process, or one of a reservation that waiting requests share.
   */
  get(stream: string, request: PlaceRequest): Promise<Result<Place, DomainError>>;
  /** Returns the unused places that this process has reserved ahead. */
  returnAhead(stream: string): Promise<void>;
  /** Whether this process holds places of a reservation and will settle it. */
  isOwn(stream: string, reservation: number): boolean;
  settle(stream: string, settlements: readonly Settlement[], context: CommandContext): Promise<void>;
}

interface PlacesDeps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  /** Called when a reservation of any process has stayed open for too many events of its stream. */
  readonly onOverdue: (stream: string, reservedBefore: number, context: CommandContext) => void;
}

type Named = PlaceRequest & { readonly submissionId: string };

/** The number of events after which an unsettled reservation is overdue. */
const overdueAfter = 2_000;

/** Opens the places that this process holds, of all monthly quotas. */
export function openPlaces({ aggregates, now, onOverdue }: PlacesDeps): Places {
  const { execute } = aggregates;
  const reservations = openReservations({ aggregates, now });
  const leases = openPlaceLeases({ aggregates, now }, reservations);
  /** Reservations in progress, by stream. */
  const reservationsInProgress = createTransientMap<string, Promise<unknown>>();
  const reserveTogether = coalesce((stream: string, requests: readonly [Named, ...Named[]]) => {
    const reserved = reserveAll(stream, requests);
    reservationsInProgress.set(stream, reserved);
    return reserved.finally(() => reservationsInProgress.take(stream));
  });

  async function get(stream: string, request: PlaceRequest): Promise<Result<Place, DomainError>> {
    const { formId, submissionId } = request;
    leases.recordRequest(stream, formId);
    const take = () => leases.take(stream, formId, submissionId);
    // A reservation in progress may bring places for waiting requests.
    const place = (await take()) ?? (await reservationsInProgress.get(stream)?.then(take, take));
    if (place) return ok(place);
    return reserveTogether(stream, { ...request, submissionId: submissionId ?? newId() });
  }

  async function reserveAll(stream: string, requests: readonly [Named, ...Named[]]) {
    // All requests are of one account and month, and of about the same time, so the first represents all.
    const [{ limit, at, context }] = requests;
    const settled = reservations.takeSettled(stream);
    const forms = new Set(requests.map(({ formId }) => formId));
    const submissions = requests.map(({ submissionId, formId }) => ({ submissionId, formId }));
    const startedAt = performance.now();
    const command = {
      ...({ type: 'ReserveSubmissions', submissions, settled, limit, at } as const),
      /** More requests may be waiting at each attempt. */
      get ahead() {
        const waitedMs = performance.now() - startedAt;
        return [...forms].flatMap((formId) => leases.expected(stream, formId, waitedMs));
      },
    };
    const executed = await execute(quota, stream, [command], context).catch((error: unknown) => {
      reservations.restoreSettled(stream, settled);
      throw error;
    });
    if (!executed.ok) {
      reservations.restoreSettled(stream, settled);
      const refused = err(executed.error);
      return (): Result<Place, DomainError> => refused;
    }
    const { events, revision, state } = executed.value;
    const [oldest = revision] = state.open[0] ?? [];
    if (revision - oldest > overdueAfter) onOverdue(stream, revision - overdueAfter, context);
    const requestedIds = new Set(submissions.map(({ submissionId }) => submissionId));
    const granted = new Map<string, Reservation>();
    for (const [index, { type, data }] of events.entries()) {
      if (type !== 'SubmissionQuotaReserved') continue;
      const { formId, submissionIds: places } = data;
      const reservedAt = revision - events.length + 1 + index;
      const reservation = {
        stream,
        revision: reservedAt,
        formId,
        context,
        undecided: new Set(places),
        unused: [],
      };
      reservations.add(reservation);
      for (const place of places) granted.set(place, reservation);
      const additional = places.filter((place) => !requestedIds.has(place));
      leases.hold(reservation, additional, performance.now() - startedAt);
    }
    const refused = quotaExceeded(limit, state.used, at);
    return ({ submissionId }: Named): Result<Place, DomainError> => {
      const reservation = granted.get(submissionId);
      return reservation ? ok(reservations.placeIn(reservation, submissionId)) : refused;
    };
  }

  return {
    get,
    settle: reservations.settle,
    isOwn: reservations.isOwn,
    returnAhead: leases.returnPlaces,
  };
}

const quotaExceeded = (limit: number, current: number, at: string) =>
  err({ code: 'quota_exceeded', limit, current, resetsAt: nextMonth(at) } as const);
