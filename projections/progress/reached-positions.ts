import { readPositions } from '../../coordination/leases/checkpoints.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { Progress } from './progress.ts';

export interface PositionSources {
  readonly store: ReadStore;
  /** Absent without runners in this process. */
  readonly progress?: Pick<Progress, 'positionOfGeneration'>;
}

/**
 * Returns the positions of existing checkpoints; null for a checkpoint that has not moved yet. The runners of this process
 * may be further than the positions that are stored. @throws an error of the store
 */
export async function reachedPositions(
  { store, progress }: PositionSources,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  const stored = await readPositions(store, ids);
  const later = (one: bigint | null, other: bigint | null) => ((other ?? -1n) > (one ?? -1n) ? other : one);
  return new Map(
    [...stored].map(([id, position]) => [id, later(position, progress?.positionOfGeneration(id) ?? null)]),
  );
}
