import { pause } from '../../async/pause.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { collectionsOf, type Stored } from '../collections.ts';
import { type PositionSources, reachedPositions } from '../progress/reached-positions.ts';
import { modelId, type Projection } from '../projection.ts';
import { deliveries } from '../read-models/deliveries/projection.ts';
import { erasures } from '../read-models/erasures/projection.ts';
import { submissions } from '../read-models/submissions/projection.ts';
import type { Aliases } from './aliases.ts';
import type { Generation } from './generation-types.ts';

/** The ids of erased submissions and deliveries. */
export interface Erased {
  readonly submissions: readonly string[];
  readonly deliveries: readonly string[];
}

type AnyDocument = Stored<Readonly<Record<string, unknown>>>;

type Model = Pick<Projection, 'name' | 'version'>;

/** The models that hold what submissions and deliveries hold. */
const submissionModels: readonly Model[] = [submissions, deliveries];
const timeoutMs = 30_000;
const pollMs = 50;
const atOnce = 500;

export interface ScrubTarget {
  /** The name of the model. */
  readonly model: string;
  /** The name of the collection. */
  readonly id: string;
  /** Why data that was read before the erasure may still be written; null if it may not. */
  readonly pending: string | null;
  /** Whether it follows the log, and so applies the erasure itself. */
  readonly isFollowed: boolean;
  /** Whether processes of another release may write it, with a batch read before the erasure. */
  readonly isForeign: boolean;
}

/** A generation or copy that the erasure waits for. */
export type Unsettled = Pick<ScrubTarget, 'id' | 'pending'>;

export interface Scrubbed extends PositionSources {
  readonly aliases: Aliases;
  /** The timeout for the generations, in milliseconds. */
  readonly timeoutMs?: number;
  /** Called after each check with the generations that are awaited; at last with an empty list. */
  readonly onWait?: (open: readonly Unsettled[]) => void;
}

/** Returns the collections of every generation and copy of a model. */
export function targetsOf(
  aliases: Pick<Aliases, 'records'>,
  { name, version }: Model,
): readonly ScrubTarget[] {
  const model = name;
  const targets = aliases
    .records()
    .filter(({ of }) => of === name)
    .flatMap(({ _id, range, generations }) =>
      generations.map((one) => ({
        model,
        id: one.id,
        pending: pendingOf(one, _id, version),
        isFollowed:
          !range && (one.state === 'building' || (one.version === version && one.state !== 'dropping')),
        isForeign: !range && one.version !== version,
      })),
    );
  if (targets.length > 0) return targets;
  return [{ model, id: modelId({ name, version }), pending: null, isFollowed: true, isForeign: false }];
}

function pendingOf({ state, version }: Generation, name: string, present: number): ScrubTarget['pending'] {
  if (state === 'dropping') return 'is being removed';
  if (state !== 'building') return null;
  if (version <= present)
    return `is being built; to abandon the build, run "formlog projections drop ${name}"`;
  return `is being built by a release with version ${version} of it; once none of its processes runs, "formlog projections drop ${name}" removes it`;
}

/**
 * Waits until no generation or copy of the models can still write data that was erased before a position:
 * followed ones have passed the position, copies are complete, and generations marked for removal are gone.
 * @param models by default those that hold what submissions and deliveries hold
 * @returns their collections
 * @throws after the timeout, and any error of the store
 */
export async function waitUntilSettled(
  { aliases, timeoutMs: limitMs = timeoutMs, onWait = () => undefined, ...sources }: Scrubbed,
  position: bigint,
  signal: AbortSignal,
  models = submissionModels,
): Promise<readonly ScrubTarget[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    signal.throwIfAborted();
    await aliases.refresh();
    const targets = models.flatMap((model) => targetsOf(aliases, model));
    const positions = await reachedPositions(
      sources,
      targets.map(({ id }) => id),
    );
    const open = targets.filter(({ id, pending, isFollowed }) =>
      isFollowed ? (positions.get(id) ?? -1n) < position : pending !== null,
    );
    onWait(open);
    if (open.length === 0) return targets;
    if (performance.now() >= end) throw new Error(`erasure waits for ${describeUnsettled(open)}`);
    await pause(pollMs, signal);
  }
}

/** Describes the generations that an erasure waits for, with the operator's remedy. */
export const describeUnsettled = (open: readonly Unsettled[]): string =>
  open.map(({ id, pending }) => `${id}, which ${pending ?? 'is behind'}`).join('; ');

/**
 * Empties the erased documents in every generation and copy, once all are settled.
 * @throws after the timeout, and any error of the store
 */
export async function scrub(
  deps: Scrubbed,
  erased: Erased,
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  for (const { model, id, isForeign } of await waitUntilSettled(deps, position, signal)) {
    const keys = model === submissions.name ? erased.submissions : erased.deliveries;
    if (isForeign) await writeTombstones(deps, id, keys, position);
    else await emptyDocuments(store, id, keys);
  }
}

/** Returns the names of the collections that may hold erased data. */
export const scrubbedCollections = (aliases: Pick<Aliases, 'records'>): readonly string[] =>
  submissionModels.flatMap((model) => targetsOf(aliases, model)).map(({ id }) => id);

/** Replaces each document by a tombstone at the same position. */
async function emptyDocuments(store: ReadStore, id: string, keys: readonly string[]): Promise<void> {
  const collection = store.named<AnyDocument>(id);
  for (let at = 0; at < keys.length; at += atOnce) {
    const there = { _id: { $in: keys.slice(at, at + atOnce) }, _deleted: { $exists: false } };
    for (const { _id, _position } of await collection.find(there).toArray())
      await collection.replaceOne({ _id, _position }, { _position, _deleted: true });
  }
}

/**
 * Writes a tombstone for each erased document, present or not, at the position of the erasure. A process that
 * read the document earlier and stores it now finds another position and is fenced.
 */
async function writeTombstones(
  { store, aliases }: Scrubbed,
  id: string,
  keys: readonly string[],
  position: bigint,
): Promise<void> {
  const collection = store.named<AnyDocument>(id);
  const erasureRecords = collectionsOf(store)(aliases.current(erasures));
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce);
    const found = await erasureRecords.find({ _id: { $in: some } }).toArray();
    const positions = new Map(found.map(({ _id, _position }) => [_id, _position]));
    for (const _id of some) {
      const tombstone = { _position: positions.get(_id) ?? position, _deleted: true as const };
      await collection.replaceOne({ _id }, tombstone, { upsert: true });
    }
  }
}
