import { modelId } from './projection.ts';
import type { Aliases } from './aliases.ts';
import { readPositions } from './checkpoints.ts';
import { deliveries } from './deliveries.ts';
import { pause } from './pause.ts';
import type { ReadStore, Stored } from './read-store.ts';
import { submissions } from './submissions.ts';

/** What was erased, by the read models that told of it. */
export interface Erased {
  readonly submissions: readonly string[];
  readonly deliveries: readonly string[];
}

type AnyDocument = Stored<Readonly<Record<string, unknown>>>;

const models = [submissions, deliveries] as const;
/** A generation that stands still does not hold erasure up for ever: what it stores later is erased by itself. */
const patienceMs = 30_000;
const pollMs = 50;
const atOnce = 500;

/** The collections of every generation and copy of a model, and whether it is followed. */
function collectionsOf(aliases: Aliases, { name, version }: (typeof models)[number]) {
  const generations = aliases
    .records()
    .filter(({ of }) => of === name)
    .flatMap((record) =>
      record.generations.map((one) => ({
        id: one.id,
        isFollowed: !record.range && one.version === version && one.state !== 'dropping',
      })),
    );
  return generations.length > 0 ? generations : [{ id: modelId({ name, version }), isFollowed: true }];
}

/**
 * Waits until every generation that is followed has read up to a position, then empties what any other generation or
 * copy holds of the erased things, and has the store rid its files of it.
 * @throws what the store throws when it fails
 */
export async function scrub(
  { store, aliases }: { readonly store: ReadStore; readonly aliases: Aliases },
  erased: Erased,
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  await aliases.refresh();
  const collections = models.map((model) => collectionsOf(aliases, model));
  const followed = collections.flat().filter(({ isFollowed }) => isFollowed);
  await reached(
    store,
    followed.map(({ id }) => id),
    position,
    signal,
  );
  for (const [index, { name }] of models.entries())
    for (const { id } of collections[index] ?? []) await emptyAll(store, id, erased[name as keyof Erased]);
  for (const { id } of collections.flat()) await store.compact(id);
}

async function reached(
  store: ReadStore,
  ids: readonly string[],
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end && !signal.aborted) {
    const positions = await readPositions(store, ids);
    if ([...positions.values()].every((at) => (at ?? -1n) >= position)) return;
    await pause(pollMs, signal);
  }
}

/** Leaves of each document what a deleted one leaves, as of the event that it is at. */
async function emptyAll(store: ReadStore, id: string, keys: readonly string[]): Promise<void> {
  const collection = store.named<AnyDocument>(id);
  for (let at = 0; at < keys.length; at += atOnce) {
    const there = { _id: { $in: keys.slice(at, at + atOnce) }, _deleted: { $exists: false } };
    for (const { _id, _position } of await collection.find(there).toArray())
      await collection.replaceOne({ _id, _position }, { _position, _deleted: true });
  }
}
