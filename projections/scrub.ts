import type { Aliases } from './aliases.ts';
import { readPositions } from './checkpoints.ts';
import { deliveries } from './deliveries.ts';
import type { Generation } from './generations.ts';
import { pause } from './pause.ts';
import { modelId } from './projection.ts';
import type { ReadStore, Stored } from './read-store.ts';
import { submissions } from './submissions.ts';

/** What was erased, by the read models that told of it. */
export interface Erased {
  readonly submissions: readonly string[];
  readonly deliveries: readonly string[];
}

type AnyDocument = Stored<Readonly<Record<string, unknown>>>;

const models = [submissions, deliveries] as const;
const patienceMs = 30_000;
const pollMs = 50;
const atOnce = 500;

interface Place {
  readonly model: keyof Erased;
  /** Of the collection. */
  readonly id: string;
  /** Why what somebody has read already may be written after it was emptied. */
  readonly pending: string | null;
  /** It comes by the erasure itself. */
  readonly isFollowed: boolean;
}

interface Scrubbed {
  readonly store: ReadStore;
  readonly aliases: Aliases;
  /** How long generations are waited for. */
  readonly patienceMs?: number;
}

/** The collections of every generation and copy of a model. */
function placesOf(aliases: Aliases, { name, version }: (typeof models)[number]): readonly Place[] {
  const model = name as keyof Erased;
  const places = aliases
    .records()
    .filter(({ of }) => of === name)
    .flatMap(({ _id, range, generations }) =>
      generations.map((one) => ({
        ...{ model, id: one.id, pending: pendingOf(one, _id, version) },
        isFollowed:
          !range && (one.state === 'building' || (one.version === version && one.state !== 'dropping')),
      })),
    );
  if (places.length > 0) return places;
  return [{ model, id: modelId({ name, version }), pending: null, isFollowed: true }];
}

function pendingOf({ state, version }: Generation, name: string, present: number): Place['pending'] {
  if (state === 'dropping') return 'is being removed';
  if (state !== 'building') return null;
  if (version <= present)
    return `is being built; if nobody goes on with it, "formlog projections drop ${name}"`;
  return `is being built by a release with version ${version} of it; start that, or have it drop the build`;
}

/**
 * Waits until no generation or copy of the models can write any more what was erased before a position: each that is
 * followed has read up to it, each copy is complete, and what is to be removed is gone.
 * @returns their collections
 * @throws when they have not in some time, and what the store throws when it fails
 */
export async function settled(
  { store, aliases, patienceMs: limitMs = patienceMs }: Scrubbed,
  position: bigint,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    signal.throwIfAborted();
    await aliases.refresh();
    const places = models.flatMap((model) => placesOf(aliases, model));
    const positions = await readPositions(
      store,
      places.map(({ id }) => id),
    );
    const open = places.filter(({ id, pending, isFollowed }) =>
      isFollowed ? (positions.get(id) ?? -1n) < position : pending !== null,
    );
    if (open.length === 0) return places;
    if (performance.now() >= end) throw new Error(whyNot(open));
    await pause(pollMs, signal);
  }
}

function whyNot(open: readonly Place[]): string {
  const each = open.map(({ id, pending }) => `${id}, which ${pending ?? 'is behind'}`);
  return `erasure waits for ${each.join('; ')}`;
}

/**
 * Empties what any generation or copy holds of the erased things, once all are settled, and has the store rid its
 * files of it.
 * @throws as `settled`
 */
export async function scrub(
  deps: Scrubbed,
  erased: Erased,
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const places = await settled(deps, position, signal);
  for (const { model, id } of places) await emptyAll(store, id, erased[model]);
  for (const { id } of places) await store.compact(id);
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
