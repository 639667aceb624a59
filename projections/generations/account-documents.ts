import type { Filter } from 'mongodb';
import type { ReadStore } from '../../coordination/read-store.ts';
import { idIn } from '../../domain/stream-names.ts';
import type { Stored } from '../collections.ts';
import { idAfter, modelId, type Projection } from '../projection.ts';
import { accounts } from '../read-models/accounts/projection.ts';
import { recordModels } from '../read-models/closings/record-models.ts';
import { deliveries, subscriptionsPrefix } from '../read-models/deliveries/projection.ts';
import { invitations } from '../read-models/invitations/projection.ts';
import { recipientDocuments } from '../read-models/notices/digest-queries.ts';
import { notices } from '../read-models/notices/projection.ts';
import { countsByForm, submissions } from '../read-models/submissions/projection.ts';
import type { Aliases } from './aliases.ts';
import { type Scrubbed, type ScrubTarget, targetsOf, waitUntilSettled } from './scrub.ts';

type AnyDocument = Stored<Readonly<Record<string, unknown>>>;

/** The read models that list an account and its records. The facts that remain of it are in others. */
const accountModels: readonly Projection[] = [...Object.values(recordModels), notices, invitations, accounts];

/** The collections of every generation and copy of the models that list an account and its records. */
export const accountCollections = (aliases: Pick<Aliases, 'records'>): readonly ScrubTarget[] =>
  accountModels.flatMap((model) => targetsOf(aliases, model));

interface StreamsDeps {
  readonly store: Pick<ReadStore, 'named'>;
  readonly aliases: Pick<Aliases, 'records'>;
}

/**
 * Removes the documents that belong to deleted streams, from every generation and copy. A rebuild from a log without these streams
 * makes none of them, so no tombstones stay either.
 * @param countedTo of each form with earlier erasures, the position of the last one: only they count after a rebuild
 */
export async function removeDocumentsOf(
  { store, aliases }: StreamsDeps,
  streams: readonly string[],
  countedTo: ReadonlyMap<string, bigint>,
): Promise<void> {
  for (const { model, id, isForeign } of accountCollections(aliases)) {
    // A process of another release may still write them.
    if (isForeign) continue;
    const collection = store.named<AnyDocument>(id);
    const { streamPrefixes = [], erasedBy } = accountModels.find(({ name }) => name === model) ?? {};
    const ids = streams.flatMap((stream) => idAfter(streamPrefixes[0] ?? '', stream) ?? []);
    // The facts of earlier erasures leave tombstones after a rebuild too.
    const isThere = erasedBy ? { _deleted: { $exists: false } } : {};
    if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids }, ...isThere });
    if (model !== submissions.name) continue;
    for (const formId of streams.flatMap((stream) => idAfter('form-', stream) ?? [])) {
      const _id = countsByForm.prefix + formId;
      const position = countedTo.get(formId);
      if (position === undefined) await collection.deleteOne({ _id });
      else await collection.replaceOne({ _id }, { ...countsByForm.none, _position: position });
    }
  }
}

/**
 * Removes every document of an account, from every generation and copy, once none can still write what it read before `position`.
 * @throws after the timeout, and any error of the store
 */
export async function removeAccount(
  deps: Scrubbed,
  accountId: string,
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  for (const { model, id, isForeign } of await waitUntilSettled(deps, position, signal, accountModels)) {
    const own = { $or: [{ account_id: accountId }, { _id: { $in: statesOf(model, accountId) } }] };
    await remove(deps.store, { id, isForeign }, own, position);
  }
  // Who of its members wanted notices.
  await deps.store.named<AnyDocument>(modelId(recipientDocuments)).deleteOne({ _id: accountId });
}

/**
 * Removes the documents of notices whose streams are deleted, from every generation and copy, once none can still write what it read
 * before `position`.
 * @throws after the timeout, and any error of the store
 */
export async function removeNotices(
  deps: Scrubbed,
  ids: readonly string[],
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  for (const target of await waitUntilSettled(deps, position, signal, [notices]))
    await remove(deps.store, target, { _id: { $in: [...ids] } }, position);
}

/** The names of the collections that hold notices. */
export const noticeCollections = (aliases: Pick<Aliases, 'records'>): readonly string[] =>
  targetsOf(aliases, notices).map(({ id }) => id);

async function remove(
  store: Pick<ReadStore, 'named'>,
  { id, isForeign }: Pick<ScrubTarget, 'id' | 'isForeign'>,
  own: Filter<AnyDocument>,
  position: bigint,
): Promise<void> {
  const collection = store.named<AnyDocument>(id);
  if (!isForeign) await collection.deleteMany(own);
  // A process of another release that read a document earlier finds another position, and is fenced.
  else
    for await (const { _id } of collection.find(own, { projection: { _id: 1 } }))
      await collection.replaceOne({ _id }, { _position: position, _deleted: true });
}

/** The documents of an account that do not name it, by id. */
function statesOf(model: string, accountId: string): string[] {
  if (model === accounts.name || model === invitations.name) return [accountId];
  return model === deliveries.name ? [subscriptionsPrefix + accountId] : [];
}

/** Waits until every generation has applied the events up to a position. @throws after the timeout */
export async function waitUntilApplied(deps: Scrubbed, position: bigint, signal: AbortSignal): Promise<void> {
  await waitUntilSettled(deps, position, signal, accountModels);
}

/** The ids of the streams of one kind. */
export const idsAmong = (streams: readonly string[], prefix: string): string[] =>
  streams.filter((stream) => stream.startsWith(prefix)).map(idIn);
