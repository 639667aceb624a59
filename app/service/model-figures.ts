import type { ReadStore } from '../../coordination/read-store.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { countParked } from '../../projections/parking/parked-keys.ts';
import { type PositionSources, reachedPositions } from '../../projections/progress/reached-positions.ts';
import { modelId } from '../../projections/projection.ts';
import { readModels } from '../../projections/registry.ts';
import { dispatchManagers } from './process-managers.ts';

/** Returns the positions of the active generations, by read model. */
export async function positionsOfModels(
  sources: PositionSources,
  aliases: Aliases,
): Promise<ReadonlyMap<string, bigint | null>> {
  const active = activeGenerations(aliases);
  const positions = await reachedPositions(
    sources,
    active.map(([, id]) => id),
  );
  return new Map(active.map(([name, id]) => [name, positions.get(id) ?? null]));
}

/** Counts the parked keys of the active generations and the process managers, by name. */
export async function countAllParked(
  store: ReadStore,
  aliases: Aliases,
): Promise<ReadonlyMap<string, number>> {
  const keys = await countParked(store);
  const managers = dispatchManagers.map((manager) => [manager.name, modelId(manager)] as const);
  return new Map([...activeGenerations(aliases), ...managers].map(([name, id]) => [name, keys.get(id) ?? 0]));
}

const activeGenerations = (aliases: Aliases) =>
  readModels.map((model) => [model.name, aliases.generationsInUse(model)[0] ?? ''] as const);
