import { quota, type Counted } from '../domain/quota/decider.ts';
import { hasRevision } from '../domain/quota/revisions.ts';
import { submission } from '../domain/submission/decider.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { noStream, StreamErased, type EventLog } from '../log/event-log.ts';
import { derivedUuid, isDerivedUuid } from '../log/ids.ts';
import type { CoreDeps } from './core-deps.ts';
import { reservationName, type Places } from './places.ts';

interface Deps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly places: Places;
}

interface OpenReservation {
  readonly revision: number;
  readonly submissions: readonly Counted[];
}

/** Streams of submissions that are looked at together. */
const atOnce = 16;

/**
 * Settles reservations that their processes may never settle: whether a process died, sleeps or is only slow, cannot be
 * known. So a submission that does not exist is first kept from being created in the place that was reserved for it;
 * then the place is free, and no clock has a part in it. A process that is merely slow reserves another place.
 * @param before only reservations of earlier revisions
 * @returns whether places may have become free
 */
export async function reconcileQuota(
  deps: Deps,
  stream: string,
  context: CommandContext,
  before = Infinity,
): Promise<boolean> {
  const { places } = deps;
  await places.giveBackAhead(stream);
  const open = await openReservations(deps, stream, before);
  const fence = openFence(deps, context);
  let group: OpenReservation[] = [];
  const settleGroup = async () => {
    const settlements = await Promise.all(
      group.map(async ({ revision, submissions }) => ({
        reservation: revision,
        unused: await fence.unused(reservationName(stream, revision), submissions),
      })),
    );
    group = [];
    if (settlements.length > 0) await places.settle(stream, settlements, context);
  };
  for (const reservation of open) {
    group.push(reservation);
    if (group.length === atOnce) await settleGroup();
  }
  await settleGroup();
  return open.length > 0;
}

/** The reservations that are not settled, without this process's own and what earlier releases gave back singly. */
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

/** What a submission's stream says of it: the id of the event that created it, or the revision to fence it at. */
type Found = { readonly createdBy: string } | 'erased' | { readonly revision: number };

function openFence({ log, aggregates, now }: Deps, context: CommandContext) {
  /** Of submissions that do not exist: one event is enough for all reservations that were read before it. */
  const fenced = new Map<string, Promise<string | null>>();

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

  /** @returns the id of the event that created the submission; null once it cannot be created any more */
  async function createdBy(submissionId: string): Promise<string | null> {
    for (;;) {
      const found = await find(submissionId);
      if (found === 'erased') return 'erased';
      if ('createdBy' in found) return found.createdBy;
      const stream = streamOf.submission(submissionId);
      const command = { type: 'LapseReservation', at: now().toISOString() } as const;
      const options = { expectedRevision: found.revision, isNew: found.revision === noStream };
      const lapsed = await aggregates.execute(submission, stream, [command], context, options);
      if (lapsed.ok) return null;
    }
  }

  async function isUnused(reservation: string, submissionId: string): Promise<boolean> {
    const known = fenced.get(submissionId) ?? createdBy(submissionId);
    fenced.set(submissionId, known);
    const by = await known;
    if (by === null) return true;
    // Created in another place that was reserved for it, unless it is too old or gone, and does not say.
    return isDerivedUuid(by) && by !== creationId(reservation, submissionId);
  }

  return {
    /** The submissions that were not created in their places, and cannot be any more. */
    async unused(reservation: string, submissions: readonly Counted[]): Promise<Counted[]> {
      const unused: Counted[] = [];
      for (let from = 0; from < submissions.length; from += atOnce) {
        const some = submissions.slice(from, from + atOnce);
        const are = await Promise.all(some.map(({ submissionId }) => isUnused(reservation, submissionId)));
        unused.push(...some.filter((_, index) => are[index]));
      }
      return unused;
    },
  };
}

/** As `Aggregates.execute` derives it from the reservation's name. */
const creationId = (reservation: string, submissionId: string): string =>
  derivedUuid(reservation, streamOf.submission(submissionId), '0');
