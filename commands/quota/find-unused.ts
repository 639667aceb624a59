import { isStartedQuota, streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { type EventLog, noStream } from '../../log/event-log.ts';
import { eventIdUnder, isDerivedUuid } from '../../log/ids.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CoreDeps } from '../core-deps.ts';

interface Deps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  readonly log: Pick<EventLog, 'readStream'>;
}

/** A reservation, and the submission that may be created under it. */
export interface Reserved {
  /** The name of the reservation. */
  readonly name: string;
  /** The id that the block reserved. */
  readonly reservedId: string;
  readonly submissionId: string;
}

/** The number of submissions that are read at once. */
const concurrency = 64;

/**
 * Returns the reservations under which no submission was created, begun or completed, and from now on none can be.
 * @param quotaStream the stream in which they were reserved
 */
export async function findUnused(
  deps: Deps,
  quotaStream: string,
  reserved: readonly Reserved[],
  context: CommandContext,
): Promise<ReadonlySet<Reserved>> {
  const unused = new Set<Reserved>();
  /** By submission: one event revokes all reservations that were read before it. */
  const uses = new Map<string, Promise<Use | null>>();

  async function check(one: Reserved): Promise<void> {
    const { name, submissionId } = one;
    const finding = uses.get(submissionId) ?? revoke(deps, quotaStream, submissionId, context);
    uses.set(submissionId, finding);
    const use = await finding;
    if (use === null || isOfAnother(use, name, submissionId)) unused.add(one);
  }

  for (let from = 0; from < reserved.length; from += concurrency)
    await Promise.all(reserved.slice(from, from + concurrency).map(check));
  return unused;
}

/**
 * Whether a submission used another reservation. An event that is too old, or gone, does not show the reservation, and
 * counts as a use of each.
 */
function isOfAnother(use: Use, name: string, submissionId: string): boolean {
  if (use === 'erased') return false;
  if ('reservation' in use) return use.reservation !== name;
  return (
    isDerivedUuid(use.eventId) && use.eventId !== eventIdUnder(name, streamOf.submission(submissionId), 0)
  );
}

/** The event by which a submission used a reservation: it names the reservation, or its id is derived from the name. */
type Use = { readonly eventId: string } | { readonly reservation: string | null } | 'erased';

/**
 * Revokes the reservations of a submission in a quota unless one was used.
 * @returns the use; null if they are revoked
 */
async function revoke(
  deps: Deps,
  quotaStream: string,
  submissionId: string,
  context: CommandContext,
): Promise<Use | null> {
  const stream = streamOf.submission(submissionId);
  for (;;) {
    const found = await find(deps, stream, isStartedQuota(quotaStream));
    if (found === 'erased' || !('revision' in found)) return found;
    const command = { type: 'RevokeReservations', at: deps.now().toISOString() } as const;
    const { revision } = found;
    if ((await deps.aggregates.executeAt(submission, stream, revision, [command], context)).ok) return null;
  }
}

/**
 * Returns the use of a reservation, or the revision of a stream without it.
 * @param isStarted whether the quota is that of submissions that are begun
 */
async function find(
  { log }: Deps,
  stream: string,
  isStarted: boolean,
): Promise<Use | { readonly revision: number }> {
  let revision = noStream;
  try {
    for await (const { event, id: eventId, revision: at } of log.readStream(stream)) {
      if (event.type === (isStarted ? 'SubmissionStarted' : 'SubmissionCreated')) return { eventId };
      if (!isStarted && event.type === 'SubmissionCompleted') return { reservation: event.data.reservation };
      revision = at;
    }
  } catch (error) {
    if (error instanceof StreamErased) return 'erased';
    throw error;
  }
  return { revision };
}
