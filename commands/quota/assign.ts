import { coalesce } from '../../async/coalesce.ts';
import { type Assignment, assignments } from '../../domain/quota/assignments.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';

interface Assigning extends Assignment {
  readonly context: CommandContext;
}

/**
 * Returns a function that assigns a spare reservation of the named block to a submission; calls that arrive together
 * share an append. It returns false if another process has closed the assignments of the block, and throws
 * `LogUnavailable`.
 */
export function openAssign({ aggregates, now }: Pick<CoreDeps, 'aggregates' | 'now'>) {
  return coalesce(async (block: string, assigning: readonly [Assigning, ...Assigning[]]) => {
    const [{ context }] = assigning;
    const command = { type: 'AssignReservations', assignments: assigning, at: now().toISOString() } as const;
    const assigned = await aggregates.execute(assignments, streamOf.assignments(block), [command], context);
    return () => assigned.ok;
  });
}
