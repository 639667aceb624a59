import { assignments } from '../../domain/quota/assignments.ts';
import { quota } from '../../domain/quota/decider.ts';
import { hasRevision } from '../../domain/quota/revisions.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Blocks } from './blocks.ts';
import { findUnused, type Reserved } from './find-unused.ts';
import { assignedName, blockName } from './reservation.ts';

interface Deps extends Pick<CoreDeps, 'aggregates' | 'now'> {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly blocks: Pick<Blocks, 'releaseSpare' | 'isOwn' | 'settle'>;
}

interface OpenBlock {
  readonly revision: number;
  readonly submissionIds: readonly string[];
}

/** The number of blocks that are settled by one append. */
const settleBatch = 16;

/**
 * Settles the blocks that their processes may never settle. Whether a process died, sleeps or is only slow cannot be
 * known. Therefore the reservation of a missing submission is first revoked, so that the submission cannot be created
 * under it; then the reservation is released, without reliance on any clock. A process that is only slow makes another
 * reservation.
 * @returns whether reservations may have been released
 */
export async function reconcile(deps: Deps, stream: string, context: CommandContext): Promise<boolean> {
  const { blocks } = deps;
  await blocks.releaseSpare(stream);
  const open = await openBlocks(deps, stream);
  for (let from = 0; from < open.length; from += settleBatch) {
    const some = open.slice(from, from + settleBatch);
    // All possible submissions are known before the first is revoked, so that one event is enough for each.
    const reserved = await Promise.all(some.map((block) => reservationsOf(deps, stream, block, context)));
    const unused = await findUnused(deps, stream, reserved.flat(), context);
    const settlements = some.map(({ revision }, index) => ({
      block: revision,
      unused: (reserved[index] ?? []).filter((one) => unused.has(one)).map(({ reservedId }) => reservedId),
    }));
    await blocks.settle(stream, settlements, context);
  }
  return open.length > 0;
}

/** Returns the reservations of a block, after closing it to further assignments. */
async function reservationsOf(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  stream: string,
  { revision, submissionIds }: OpenBlock,
  context: CommandContext,
): Promise<readonly Reserved[]> {
  const block = blockName(stream, revision);
  // A block has no spare reservations without one that was requested.
  const mayBeAssigned = submissionIds.length > 1;
  const close = { type: 'CloseAssignments', at: now().toISOString() } as const;
  const closed =
    mayBeAssigned && (await aggregates.execute(assignments, streamOf.assignments(block), [close], context));
  if (closed && !closed.ok) throw new Error(closed.error.code);
  const assigned = closed ? closed.value.state.assigned : new Map<string, string>();
  return submissionIds.map((reservedId) => {
    const submissionId = assigned.get(reservedId) ?? reservedId;
    const name = submissionId === reservedId ? block : assignedName(block, reservedId);
    return { name, reservedId, submissionId };
  });
}

/**
 * Returns the blocks that are not settled, without those of this process and the reservations that earlier releases
 * released singly.
 */
async function openBlocks({ log, aggregates, blocks }: Deps, stream: string): Promise<readonly OpenBlock[]> {
  const { state } = await aggregates.load(quota, stream);
  const open: OpenBlock[] = [];
  const released = new Map<string, number>();
  const first = state.open[0]?.[0];
  if (first === undefined) return [];
  for await (const { event, revision } of log.readStream(stream, first)) {
    if (event.type === 'SubmissionQuotaReleased')
      for (const id of event.data.submissionIds) released.set(id, (released.get(id) ?? 0) + 1);
    if (event.type !== 'SubmissionQuotaReserved') continue;
    if (!hasRevision(state.open, revision) || blocks.isOwn(stream, revision)) continue;
    open.push({ revision, submissionIds: event.data.submissionIds });
  }
  const isReleased = (submissionId: string): boolean => {
    const times = released.get(submissionId) ?? 0;
    if (times > 0) released.set(submissionId, times - 1);
    return times > 0;
  };
  return open.map(({ revision, submissionIds }) => ({
    revision,
    submissionIds: submissionIds.filter((id) => !isReleased(id)),
  }));
}
