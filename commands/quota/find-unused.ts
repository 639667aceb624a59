import { streamOf } from '../../domain/stream-names.ts';
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

/** Returns the reservations under which no submission was created, and from now on none can be created. */
export async function findUnused(
  deps: Deps,
  reserved: readonly Reserved[],
  context: CommandContext,
): Promise<ReadonlySet<Reserved>> {
  const unused = new Set<Reserved>();
  /** By submission: one event revokes all reservations that were read before it. */
  const creations = new Map<string, Promise<string | null>>();

  async function check(one: Reserved): Promise<void> {
    const { name, submissionId } = one;
    const creation = creations.get(submissionId) ?? revoke(deps, submissionId, context);
    creations.set(submissionId, creation);
    const eventId = await creation;
    // The submission was created under another reservation, unless its event is too old or gone, and does not show
    // the reservation.
    const isOfAnother = (id: string): boolean =>
      isDerivedUuid(id) && id !== eventIdUnder(name, streamOf.submission(submissionId), 0);
    if (eventId === null || isOfAnother(eventId)) unused.add(one);
  }

  for (let from = 0; from < reserved.length; from += concurrency)
    await Promise.all(reserved.slice(from, from + concurrency).map(check));
  return unused;
}

/**
 * Revokes the reservations of a submission unless it was created.
 * @returns the id of the event that created it, `erased` if it was erased since; null if they are revoked
 */
async function revoke(deps: Deps, submissionId: string, context: CommandContext): Promise<string | null> {
  const stream = streamOf.submission(submissionId);
  for (;;) {
    const found = await find(deps, stream);
    if (typeof found === 'string') return found;
    const command = { type: 'RevokeReservations', at: deps.now().toISOString() } as const;
    const { revision } = found;
    if ((await deps.aggregates.executeAt(submission, stream, revision, [command], context)).ok) return null;
  }
}

/** Returns the id of the event that created a submission, `erased`, or the revision of a stream without it. */
async function find({ log }: Deps, stream: string): Promise<string | { readonly revision: number }> {
  let revision = noStream;
  try {
    for await (const recorded of log.readStream(stream)) {
      if (recorded.event.type === 'SubmissionCreated') return recorded.id;
      ({ revision } = recorded);
    }
  } catch (error) {
    if (error instanceof StreamErased) return 'erased';
    throw error;
  }
  return { revision };
}
