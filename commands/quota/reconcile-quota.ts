import { type Counted, quota } from '../../domain/quota/decider.ts';
import { lease } from '../../domain/quota/lease.ts';
import { hasRevision } from '../../domain/quota/revisions.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { type EventLog, noStream } from '../../log/event-log.ts';
import { derivedUuid, isDerivedUuid } from '../../log/ids.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Places } from './places.ts';
import { assignedName, reservationName } from './reservations.ts';

interface Deps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly places: Places;
}

interface OpenReservation {
  readonly revision: number;
  readonly submissions: readonly Counted[];
}

/** The number of submission streams that are read concurrently. */
const concurrency = 16;

/**
 * Settles reservations that their processes may never settle. Whether a process died, sleeps or is only slow
 * cannot be known. Therefore a missing submission is first prevented from being created in its reserved
 * place; then the place is free, without reliance on any clock. A process that is only slow reserves another
 * place.
 * @param before restricts it to reservations of earlier revisions
 * @returns whether places may have become free
 */
export async function reconcileQuota(
  deps: Deps,
  stream: string,
  context: CommandContext,
  before = Infinity,
): Promise<boolean> {
  const { places } = deps;
  await places.returnAhead(stream);
  const open = await openReservations(deps, stream, before);
  for (let from = 0; from < open.length; from += concurrency) {
    const group = open.slice(from, from + concurrency);
    // All possible submissions are known before the first is fenced, so that one event is enough for each.
    const held = await Promise.all(group.map((one) => placesOf(deps, stream, one, context)));
    const fence = openFence(deps, context);
    const settlements = await Promise.all(
      group.map(async ({ revision }, index) => ({
        reservation: revision,
        unused: await fence.unused(held[index] ?? []),
      })),
    );
    await places.settle(stream, settlements, context);
  }
  return open.length > 0;
}

/** A place of a reservation, and the submission that may be created in it. */
interface HeldPlace {
  readonly name: string;
  readonly submissionId: string;
  readonly counted: Counted;
}

/** Returns the places of a reservation, after closing its lease to further assignments. */
async function placesOf(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  stream: string,
  { revision, submissions }: OpenReservation,
  context: CommandContext,
): Promise<HeldPlace[]> {
  const reservation = reservationName(stream, revision);
  // A reservation with places ahead also has at least one requested place.
  const hasLease = submissions.length > 1;
  const close = { type: 'CloseLease', at: now().toISOString() } as const;
  const closed = hasLease && (await aggregates.execute(lease, streamOf.lease(reservation), [close], context));
  if (closed && !closed.ok) throw new Error(closed.error.code);
  const assigned = closed ? closed.value.state.assigned : new Map<string, string>();
  return submissions.map((counted) => {
    const place = counted.submissionId;
    const submissionId = assigned.get(place) ?? place;
    return {
      name: submissionId === place ? reservation : assignedName(reservation, place),
      submissionId,
      counted,
    };
  });
}

/**
 * Returns the unsettled reservations, without those of this process and the places that earlier releases
 * returned singly.
 */
async function openReservations({ log, aggregates, places }: Deps, stream: string, before: number) {
  const { state } = await aggregates.load(quota, stream);
  const reservations: OpenReservation[] = [];
  const released = new Map<string, number>();
  const first = state.open[0]?.[0];
  if (first === undefined || first >= before) return [];
  for await (const { event, revision } of log.readStream(stream, first)) {
    if (event.type === 'SubmissionQuotaReleased')
      for (const id of event.data.submissionIds) released.set(id, (released.get(id) ?? 0) + 1);
    if (event.type !== 'SubmissionQuotaReserved' || revision >= before) continue;
    if (!hasRevision(state.open, revision) || places.isOwn(stream, revision)) continue;
    const { submissionIds, formId } = event.data;
    reservations.push({
      revision,
      submissions: submissionIds.map((submissionId) => ({ submissionId, formId })),
    });
  }
  const isReleased = ({ submissionId }: Counted): boolean => {
    const times = released.get(submissionId) ?? 0;
    if (times > 0) released.set(submissionId, times - 1);
    return times > 0;
  };
  return reservations.map(({ revision, submissions }) => ({
    revision,
    submissions: submissions.filter((one) => !isReleased(one)),
  }));
}

/**
 * The state of a submission's stream: the id of the event that created it, or the revision at which to fence
 * it.
 */
type Found = { readonly createdBy: string } | 'erased' | { readonly revision: number };

function openFence({ log, aggregates, now }: Deps, context: CommandContext) {
  /** The fences by submission: one event is enough for all places that were read before it. */
  const fences = new Map<string, Promise<string | null>>();

  async function find(submissionId: string): Promise<Found> {
    let revision = noStream;
    try {
      for await (const recorded of log.readStream(streamOf.submission(submissionId))) {
        if (recorded.event.type === 'SubmissionCreated') return { createdBy: recorded.id };
        ({ revision } = recorded);
      }
    } catch (error) {
      if (error instanceof StreamErased) return 'erased';
      throw error;
    }
    return { revision };
  }

  /** Returns the id of the event that created the submission; null once it can no longer be created. */
  async function createdBy(submissionId: string): Promise<string | null> {
    for (;;) {
      const found = await find(submissionId);
      if (found === 'erased') return 'erased';
      if ('createdBy' in found) return found.createdBy;
      const stream = streamOf.submission(submissionId);
      const command = { type: 'LapseReservation', at: now().toISOString() } as const;
      const lapsed = await aggregates.executeAt(submission, stream, found.revision, [command], context);
      if (lapsed.ok) return null;
    }
  }

  async function isUnused({ name, submissionId }: HeldPlace): Promise<boolean> {
    const known = fences.get(submissionId) ?? createdBy(submissionId);
    fences.set(submissionId, known);
    const by = await known;
    if (by === null) return true;
    // The submission was created in another place, unless its event is too old or gone, and does not show the
    // place.
    return isDerivedUuid(by) && by !== creationId(name, submissionId);
  }

  return {
    /** Returns the places in which no submission was created, and none can be created. */
    async unused(places: readonly HeldPlace[]): Promise<Counted[]> {
      const unused: Counted[] = [];
      for (let from = 0; from < places.length; from += concurrency) {
        const some = places.slice(from, from + concurrency);
        const are = await Promise.all(some.map(isUnused));
        unused.push(...some.flatMap(({ counted }, index) => (are[index] ? [counted] : [])));
      }
      return unused;
    },
  };
}

/** Returns the event id that `Aggregates.execute` derives from the name of the place. */
const creationId = (place: string, submissionId: string): string =>
  derivedUuid(place, streamOf.submission(submissionId), '0');
