import type { Leases } from '../../coordination/leases/leases.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { dropParked, generationsThatPark } from '../parking/parked-keys.ts';
import { type ModelRecord } from './generation-types.ts';
import { copiesOf } from './generations.ts';
import type { Models } from './models.ts';

interface Deps {
  readonly store: ReadStore;
  readonly models: Models;
  readonly leases: Leases;
}

/**
 * Removes a generation that is marked for removal, under its lease: its builder has ended or will be fenced.
 * A copy is removed with its last generation, a verification once its report is removed too.
 * @returns false while its builder holds the lease
 */
export async function removeGeneration(
  { store, models, leases }: Deps,
  name: string,
  id: string,
): Promise<boolean> {
  if (!(await leases.acquire(id))) return false;
  await removeStored(store, id);
  const next = await models.change(
    name,
    (record) => record && { ...record, generations: record.generations.filter((one) => one.id !== id) },
  );
  const isOver = next?.range && next.generations.length === 0 && !next.check?.report;
  if (isOver) await models.remove(next._id, next.revision);
  return true;
}

async function removeStored(store: ReadStore, id: string): Promise<void> {
  await store.drop(id);
  await dropParked(store, id);
  await store.named('_checkpoints').deleteOne({ _id: id });
}

/**
 * Removes data that a builder without a lease wrote after its generation was removed: collections and parked
 * keys.
 * @param verification the name of the model's verifications
 * @returns the ids of the generations that had leftovers
 */
export async function removeLeftovers(
  { store, models }: Pick<Deps, 'store' | 'models'>,
  model: string,
  verification: string,
): Promise<readonly string[]> {
  // Read before the records: every stored generation was recorded before.
  const stored = new Set([...(await store.names()), ...(await generationsThatPark(store))]);
  const records = await models.all();
  const record = records.find(({ _id }) => _id === model);
  if (!record) return [];
  const known = new Set(records.flatMap(({ generations }) => generations.map(({ id }) => id)));
  const leftovers = [...stored].filter((id) => !known.has(id) && wasNumbered(record, verification, id));
  for (const id of leftovers) await removeStored(store, id);
  return leftovers;
}

/** Whether a generation of the model or of its verification had this id. Its number is never reused. */
function wasNumbered(record: ModelRecord, verification: string, id: string): boolean {
  const [, name, version = '', number = '1'] = /^(.+)@(\d+)(?:\.g(\d+))?$/.exec(id) ?? [];
  if (name === verification) return Number(number) <= copiesOf(record);
  return name === record._id && Number(number) <= (record.numbers?.[version] ?? 0);
}
